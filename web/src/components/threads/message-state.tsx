'use client'
import { Check, CheckCheck, CircleAlert, Clock, Eye } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import type { Message } from './types'
import { useThreadWords } from './words'

const symbols: Record<string, typeof Check> = {
  queued: Clock,
  scheduled: Clock,
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  opened: Eye,
  clicked: Eye,
  replied: CheckCheck,
}
const bad = ['failed', 'bounced', 'complained']
const stopped = ['suppressed', 'cancelled', 'failed']

export const isTrouble = (status: string) => bad.includes(status)

/** How far a message has come, as a symbol and a word. */
export function MessageState({ message }: { message: Message }) {
  const t = useTranslations('threads')
  const words = useThreadWords()
  const Symbol = symbols[message.status] ?? CircleAlert
  const isBad = isTrouble(message.status)
  const why = stopped.includes(message.status) ? words.why(message.reason) : ''
  return (
    <span className={cx('inline-flex items-center gap-1', isBad && 'font-medium text-bad')}>
      <Symbol aria-hidden className="size-3.5 shrink-0" />
      {words.state(message.status)}
      {why && <span>· {why}</span>}
      {message.opened_cnt > 0 && <span>· {t('openedTimes', { count: message.opened_cnt })}</span>}
      {message.clicked_cnt > 0 && <span>· {t('clickedTimes', { count: message.clicked_cnt })}</span>}
    </span>
  )
}
