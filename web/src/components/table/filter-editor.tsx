'use client'
import { startTransition, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DateRangeField } from '@/components/ui/date-range-field'
import { TextField } from '@/components/ui/field'
import { MoneyField } from '@/components/ui/money-field'
import { MultiSelect } from '@/components/ui/multi-select'
import { NumberField } from '@/components/ui/number-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { presetOf, presets, type OptionName, type Preset } from './filter-words'
import type { ColumnFacts, Condition } from './model'

type Draft = { op: string; value: Condition['value'] }
type FieldProps = { facts: ColumnFacts; name: string; draft: Draft; onChange: (draft: Draft) => void }
type Props = {
  facts: ColumnFacts
  name: string
  condition: Condition | null
  optionName: OptionName
  /** Null takes the filter away. */
  onApply: (condition: Condition | null) => void
}

/** One filter, typed in the way its column wants. */
export function FilterEditor({ facts, name, condition, optionName, onApply }: Props) {
  const t = useTranslations('tables')
  const [draft, setDraft] = useState<Draft>(condition ?? blank(facts))
  const common = { facts, name, draft, onChange: setDraft }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(isUseful(draft) ? { field: facts.key, ...draft } : null)
  }
  const isDay = facts.kind === 'date' || facts.kind === 'instant'
  const isChoice = facts.kind === 'choice' || facts.kind === 'lookup'
  const isAmount = facts.kind === 'number' || facts.kind === 'money'
  return (
    <form onSubmit={submit} className="flex w-80 max-w-full flex-col gap-4 p-4">
      <p className="font-medium">{name}</p>
      {facts.kind === 'text' && <TextPart {...common} />}
      {isAmount && <AmountPart {...common} />}
      {isDay && <DayPart {...common} />}
      {isChoice && <ChoicePart {...common} optionName={optionName} />}
      {facts.kind === 'bool' && <BoolPart {...common} />}
      <div className="flex justify-end gap-2">
        {condition && (
          <Button look="quiet" size="sm" onPress={() => onApply(null)}>
            {t('removeFilter')}
          </Button>
        )}
        <Button type="submit" look="primary" size="sm">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}

function blank({ kind }: ColumnFacts): Draft {
  if (kind === 'text') return { op: 'contains', value: '' }
  if (kind === 'bool') return { op: 'eq', value: true }
  if (kind === 'choice' || kind === 'lookup') return { op: 'in', value: [] }
  return { op: 'between', value: kind === 'date' || kind === 'instant' ? [...presets.next7] : [null, null] }
}

function isUseful({ op, value }: Draft): boolean {
  if (op === 'empty' || op === 'notEmpty') return true
  if (Array.isArray(value)) return value.some((one) => one !== null)
  return value !== '' && value !== null
}

function TextPart({ facts, name, draft, onChange }: FieldProps) {
  const t = useTranslations('tables')
  const ops = ['contains', 'eq', ...(facts.is_nullable ? ['empty', 'notEmpty'] : [])] as const
  const names = { contains: t('contains'), eq: t('equals'), empty: t('empty'), notEmpty: t('notEmpty') }
  const hasValue = draft.op !== 'empty' && draft.op !== 'notEmpty'
  return (
    <>
      <Select
        label={t('how')}
        isLabelHidden
        options={ops.map((id) => ({ id: id as string, name: names[id as keyof typeof names] }))}
        value={draft.op}
        onChange={(op) => onChange({ op, value: draft.value ?? '' })}
      />
      {hasValue && (
        <TextField
          label={name}
          autoFocus
          maxLength={200}
          value={String(draft.value ?? '')}
          onChange={(value) => onChange({ ...draft, value })}
        />
      )}
    </>
  )
}

function AmountPart({ facts, draft, onChange }: FieldProps) {
  const t = useTranslations('tables')
  const currency = useSession()?.properties.currency ?? 'USD'
  const [low, high] = Array.isArray(draft.value) ? draft.value : [null, null]
  const set = (value: (number | null)[]) => onChange({ op: 'between', value })
  const ends = [
    { label: t('atLeast'), value: low as number | null, onChange: (n: number | null) => set([n, high as number]) },
    { label: t('atMost'), value: high as number | null, onChange: (n: number | null) => set([low as number, n]) },
  ]
  return (
    <div className="grid grid-cols-2 gap-3">
      {ends.map((end, index) =>
        facts.kind === 'money' ? (
          <MoneyField key={end.label} {...end} currency={currency} autoFocus={index === 0} />
        ) : (
          <NumberField key={end.label} {...end} autoFocus={index === 0} />
        ),
      )}
    </div>
  )
}

function DayPart({ facts, name, draft, onChange }: FieldProps) {
  const t = useTranslations('tables')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const today = dayIn(zone)
  const preset = presetOf({ field: facts.key, ...draft })
  const chosen = draft.op === 'empty' ? 'empty' : (preset ?? 'own')
  const names = Object.keys(presets) as Preset[]
  const options = [
    ...names.map((id) => ({ id: id as string, name: t(`days_${id}`) })),
    { id: 'own', name: t('days_own') },
    ...(facts.is_nullable ? [{ id: 'empty', name: t('empty') }] : []),
  ]
  const choose = (id: string) => {
    const value = id === 'own' ? [today, today] : [...(presets[id as Preset] ?? [])]
    // The list closes first: fields for days take longer to draw.
    startTransition(() => onChange(id === 'empty' ? { op: 'empty', value: null } : { op: 'between', value }))
  }
  const [start, end] = Array.isArray(draft.value) ? draft.value : []
  return (
    <>
      <Select label={name} isLabelHidden options={options} value={chosen} onChange={choose} />
      {chosen === 'own' && (
        <DateRangeField
          label={t('days_own')}
          isLabelHidden
          today={today}
          value={start && end ? { start: String(start), end: String(end) } : null}
          onChange={(range) => onChange({ op: 'between', value: range ? [range.start, range.end] : [null, null] })}
        />
      )}
    </>
  )
}

function ChoicePart({ facts, name, draft, onChange, optionName }: FieldProps & { optionName: OptionName }) {
  const t = useTranslations('tables')
  const none = '\u0000none'
  const options = (facts.options ?? []).map((option) => ({ id: option.id, name: optionName(facts.key, option) }))
  const value = draft.op === 'empty' ? [none] : Array.isArray(draft.value) ? draft.value : [draft.value]
  return (
    <MultiSelect
      label={name}
      isLabelHidden
      placeholder={t('chooseValues')}
      options={facts.is_nullable ? [{ id: none, name: t('empty') }, ...options] : options}
      value={value.filter((one) => one !== null) as (string | number)[]}
      onChange={(keys) => {
        const isNone = keys.includes(none) && !value.includes(none)
        onChange(isNone ? { op: 'empty', value: null } : { op: 'in', value: keys.filter((key) => key !== none) })
      }}
    />
  )
}

function BoolPart({ name, draft, onChange }: FieldProps) {
  const t = useTranslations('tables')
  return (
    <RadioGroup
      label={name}
      options={[
        { id: 'yes', name: t('yes') },
        { id: 'no', name: t('no') },
      ]}
      value={draft.value ? 'yes' : 'no'}
      onChange={(id) => onChange({ op: 'eq', value: id === 'yes' })}
    />
  )
}
