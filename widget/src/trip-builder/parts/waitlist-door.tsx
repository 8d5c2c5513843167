import { useEffect, useState } from 'react'
import type { Plural } from '../../i18n'
import type { WaitlistKey } from '../../messages/waitlist'
import { useBuilder } from '../context'
import type { Timeslot } from '../types'
import { useLate } from '../use-late'

const FULL = /^(sold_out|resource_unavailable)$/

/** Where a departure is full, the way onto its waiting list. */
export function WaitlistDoor({ slots }: { slots: Timeslot[] }) {
  const { t, init, language } = useBuilder()
  const [isOpen, setOpen] = useState(false)
  const [messages, setMessages] = useState<Record<WaitlistKey, string | Plural> | null>(null)
  const { late } = useLate(isOpen)
  useEffect(() => {
    if (isOpen) late?.loadWaitlistMessages(language).then(setMessages, () => setOpen(false))
  }, [isOpen, late, language])
  const full = slots.filter(({ reason, is_call_to_book }) => FULL.test(reason ?? '') && !is_call_to_book)
  if (!init.properties.is_waitlist_on || full.length === 0) return null
  if (late && messages) return <late.WaitlistForm slots={full} messages={messages} />
  return (
    <p>
      <button type="button" className="button quiet" disabled={isOpen} onClick={() => setOpen(true)}>
        {t('waitlistJoin')}
      </button>
    </p>
  )
}
