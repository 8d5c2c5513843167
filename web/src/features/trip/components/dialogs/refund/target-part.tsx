'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { readersQuery } from '@/components/pay/api'
import { TextField } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { hands, mayBeCredit, targets, type RefundDraft } from '../../../refund'
import { useTrip } from '../../../trip-context'
import { useMethodName } from '@/lib/use-method-name'

type Props = { draft: RefundDraft; needsReader: boolean; onChange: (draft: RefundDraft) => void }

/** How it goes back, at which reader where the card has to be there, and what to remember about it. */
export function TargetPart({ draft, needsReader, onChange }: Props) {
  const t = useTranslations('money')
  const methodName = useMethodName()
  const { trip } = useTrip()
  const offered = mayBeCredit(draft, trip.tripOrders) ? targets : targets.filter((id) => id !== 'gift_card')
  const change = (some: Partial<RefundDraft>) => onChange({ ...draft, ...some })
  return (
    <>
      <RadioGroup
        label={t('refundTo')}
        options={offered.map((id) => ({ id, name: t(`to_${id}`), note: t(`to_${id}_note`) }))}
        value={draft.target}
        onChange={(target) => change({ target })}
      />
      {draft.target === 'hand' && (
        <Select
          label={t('method')}
          options={hands.map((id) => ({ id, name: methodName(id) }))}
          value={draft.hand}
          onChange={(hand) => change({ hand })}
        />
      )}
      {needsReader && <ReaderSelect value={draft.reader} onChange={(reader) => change({ reader })} />}
      <TextField
        label={t('note')}
        value={draft.note}
        onChange={(note) => change({ note })}
        maxLength={400}
        autoComplete="off"
      />
    </>
  )
}

/** Some cards are given their money back only while they are there. */
function ReaderSelect({ value, onChange }: { value: string | null; onChange: (reader: string) => void }) {
  const t = useTranslations('money')
  const { data: readers = [] } = useQuery(readersQuery())
  return (
    <Select
      label={t('refundReader')}
      hint={t('refundReaderHint')}
      options={readers.map(({ id, name }) => ({ id, name }))}
      value={value}
      onChange={onChange}
    />
  )
}
