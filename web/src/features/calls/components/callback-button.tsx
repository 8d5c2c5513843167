'use client'
import { Check, PhoneForwarded } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Call } from '@/components/calls/types'
import { Button } from '@/components/ui/button'
import { useCallDeeds } from '../use-call-deeds'

/** Somebody waits for a call, or has been called: one press, and another takes it back. */
export function CallbackButton({ call }: { call: Call }) {
  const t = useTranslations('calls')
  const { setCallback, isPending } = useCallDeeds(call)
  if (call.callback === 'wanted') {
    return (
      <Button onPress={() => setCallback('done')} isPending={isPending}>
        <Check aria-hidden className="size-4" />
        {t('markDone')}
      </Button>
    )
  }
  if (call.direction === 'outbound') return null
  return (
    <Button onPress={() => setCallback('wanted')} isPending={isPending}>
      <PhoneForwarded aria-hidden className="size-4" />
      {t('markWanted')}
    </Button>
  )
}
