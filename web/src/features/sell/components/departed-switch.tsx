'use client'
import { History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

export type Departed = { count: number; isShown: boolean; onChange: (isShown: boolean) => void }

/** Brings back the departures that have left, for who came late; nothing where there are none. */
export function DepartedSwitch({ count, isShown, onChange }: Departed) {
  const t = useTranslations('sell')
  if (count === 0) return null
  return (
    <Button size="sm" look="quiet" aria-pressed={isShown} onPress={() => onChange(!isShown)}>
      <History aria-hidden className="size-4" />
      {t(isShown ? 'hideDeparted' : 'showDeparted', { count })}
    </Button>
  )
}
