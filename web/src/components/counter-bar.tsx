'use client'
import { UsersRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Isolated } from './isolated'
import { Button } from './ui/button'
import { useCounterLock } from '@/lib/use-counter-lock'

/** Who sells on this register; one press hands it over, and a while without one locks it. */
export function CounterBar({ name }: { name: string }) {
  const t = useTranslations('shell')
  const lock = useCounterLock()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-sunken px-4 py-1.5 text-sm md:px-8 print:hidden">
      <p className="min-w-0 grow">
        <Isolated>{t('sellsHere', { name })}</Isolated>
      </p>
      <Button size="sm" onPress={lock}>
        <UsersRound aria-hidden className="size-4" />
        {t('switchPerson')}
      </Button>
    </div>
  )
}
