'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Press } from '@/components/ui/press'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { callsKey, writeDown } from './api'
import { directions, outcomes, type NewCall } from './types'

/** What is known of a call already: whom it was with, and about what. */
export type Prefilled = Pick<NewCall, 'number' | 'customer_id' | 'trip_id'>

type Props = { known?: Prefilled; onClose: () => void }
type Outcome = (typeof outcomes)[number]

/** A call that no provider told of: whom it was with, and one press says what came of it. */
export function WriteDownDialog({ known, onClose }: Props) {
  const t = useTranslations('callLines')
  const common = useTranslations('common')
  const { typed, set, save, error } = useWriting(known, onClose)
  const shown = Object.keys(error instanceof ApiError ? error.fields : {})
  return (
    <Dialog
      title={t('writeDown')}
      isOpen
      onClose={onClose}
      isDismissable={!save.isPending}
      footer={<Button onPress={onClose}>{common('cancel')}</Button>}
    >
      <div className="space-y-5">
        <Direction value={typed.direction} onChange={(direction) => set({ direction })} />
        <TextField
          label={t('number')}
          type="tel"
          value={typed.number}
          onChange={(number) => set({ number })}
          hint={t('numberHint')}
          error={error instanceof ApiError ? error.fields.number?.[0] : undefined}
          maxLength={40}
          autoComplete="off"
          autoFocus={!known?.number}
        />
        <TextField label={t('note')} rows={2} value={typed.note} onChange={(note) => set({ note })} maxLength={4000} />
        <Outcomes isPending={save.isPending} onChoose={(outcome) => save.mutate(outcome)} />
        {error && !shown.includes('number') && <Failure error={error} />}
      </div>
    </Dialog>
  )
}

function Failure({ error }: { error: Error }) {
  const errorText = useErrorText()
  return <Notice tone="bad">{errorText(error)}</Notice>
}

function useWriting(known: Prefilled | undefined, onClose: () => void) {
  const t = useTranslations('callLines')
  const queries = useQueryClient()
  // Sent twice, it is one call.
  const [key] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-'),
  )
  const [typed, setTyped] = useState({
    direction: 'inbound' as NewCall['direction'],
    number: known?.number ?? '',
    note: '',
  })
  const save = useMutation({
    mutationFn: (outcome: Outcome) =>
      writeDown({
        key,
        ...typed,
        outcome,
        status: 'completed',
        customer_id: known?.customer_id ?? null,
        trip_id: known?.trip_id ?? null,
        caller_name: '',
        duration_s: 0,
        started_at: null,
        callback: 'none',
      }),
    onSuccess: () => {
      toast.success(t('written'))
      void queries.invalidateQueries({ queryKey: callsKey })
      void queries.invalidateQueries({ queryKey: ['list', 'calls'] })
      onClose()
    },
  })
  const set = (part: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...part }))
  return { typed, set, save, error: save.error }
}

const chip = 'min-h-10 rounded-full border px-4 text-sm font-medium pointer-coarse:min-h-11'
const plain = 'border-line-strong bg-surface hover:bg-sunken'

/** Which way it went. */
function Direction({
  value,
  onChange,
}: {
  value: NewCall['direction']
  onChange: (value: NewCall['direction']) => void
}) {
  const t = useTranslations('callLines')
  return (
    <div role="group" aria-label={t('direction')} className="flex flex-wrap gap-2">
      {directions.map((one) => (
        <Press
          key={one}
          aria-pressed={one === value}
          onPress={() => onChange(one)}
          className={cx(chip, one === value ? 'border-accent bg-accent-wash text-accent' : plain)}
        >
          {t(`direction_${one}`)}
        </Press>
      ))}
    </div>
  )
}

/** What came of it: the press that says so also saves. */
function Outcomes({ isPending, onChoose }: { isPending: boolean; onChoose: (outcome: Outcome) => void }) {
  const t = useTranslations('callLines')
  const label = useId()
  return (
    <div role="group" aria-labelledby={label}>
      <p id={label} className="mb-2 text-sm font-medium">
        {t('chooseOutcome')}
      </p>
      <div className="flex flex-wrap gap-2">
        {outcomes.map((one) => (
          <Press key={one} onPress={() => onChoose(one)} isDisabled={isPending} className={cx(chip, plain)}>
            {t(`outcome_${one}`)}
          </Press>
        ))}
      </div>
    </div>
  )
}
