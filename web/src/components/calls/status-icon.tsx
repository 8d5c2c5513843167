import { Phone, PhoneCall, PhoneIncoming, PhoneMissed, PhoneOff, PhoneOutgoing, Voicemail } from 'lucide-react'
import { cx } from '@/components/ui/cx'
import type { CallRow } from './types'

const icons = {
  ringing: PhoneCall,
  answered: PhoneCall,
  missed: PhoneMissed,
  voicemail: Voicemail,
  completed: Phone,
  failed: PhoneOff,
}
const tones: Partial<Record<CallRow['status'], string>> = {
  ringing: 'text-accent',
  answered: 'text-accent',
  missed: 'text-bad',
  voicemail: 'text-warn',
}

/** Which way a call went and how it ended, beside words that say so. */
export function StatusIcon({ call }: { call: Pick<CallRow, 'status' | 'direction'> }) {
  const went = call.direction === 'inbound' ? PhoneIncoming : PhoneOutgoing
  const Icon = call.status === 'completed' ? went : icons[call.status]
  return <Icon aria-hidden className={cx('size-4 shrink-0', tones[call.status] ?? 'text-faint')} />
}
