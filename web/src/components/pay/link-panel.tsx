'use client'
import { useTranslations } from 'use-intl'
import { RadioGroup } from '../ui/radio-group'
import { Select } from '../ui/select'
import type { LinkWanted } from './api'
import { usePay } from './pay-context'

const days = [1, 3, 7, 14, 30] as const

type Props = { wanted: LinkWanted; onChange: (wanted: LinkWanted) => void }

/** How the guest gets the address under which they pay, and how long it is good. */
export function LinkPanel({ wanted, onChange }: Props) {
  const t = useTranslations('pay')
  const { email } = usePay().host.trip.contact
  const options = [
    ...(email ? [{ id: 'email' as const, name: t('linkByMail'), note: email }] : []),
    { id: 'copy' as const, name: t('linkCopy'), note: t('linkCopyHint') },
  ]
  return (
    <div className="space-y-4">
      <RadioGroup
        label={t('linkHow')}
        options={options}
        value={wanted.send_by ?? 'copy'}
        onChange={(id) => onChange({ ...wanted, send_by: id === 'copy' ? null : id })}
      />
      <Select
        label={t('linkDays')}
        options={days.map((id) => ({ id, name: t('daysLong', { count: id }) }))}
        value={wanted.days}
        onChange={(count) => onChange({ ...wanted, days: count })}
      />
    </div>
  )
}
