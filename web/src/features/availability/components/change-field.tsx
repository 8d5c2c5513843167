'use client'
import { useTranslations } from 'use-intl'
import { DateField } from '@/components/ui/date-field'
import { TextField } from '@/components/ui/field'
import { NumberField } from '@/components/ui/number-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { WeekdayField } from '@/features/experiences/components/weekday-field'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import type { ChangeKind, Changes } from '../bulk'
import { ruleStatuses } from '../values'
import { ChannelSeats } from './channel-seats'
import { DaysField } from './days-field'
import { GuestAmounts } from './guest-amounts'
import { GuidesField } from './guides-field'
import { TimeList } from './times-field'

type Props = {
  kind: ChangeKind
  changes: Changes
  onChange: (part: Changes) => void
  /** Whose rules they are, when it is one experience. */
  experience: number | null
}

/** The field of one change. */
export function ChangeField({ kind, changes, onChange, experience }: Props) {
  const t = useTranslations('availability')
  const label = t(`change_${kind}`)
  switch (kind) {
    case 'capacity':
    case 'online_allotment':
    case 'duration_minutes':
      return <Count {...{ kind, label, changes, onChange }} />
    case 'times':
      return (
        <fieldset>
          <legend className="pb-1.5 text-sm font-medium">{label}</legend>
          <TimeList times={changes.times ?? []} onChange={(times) => onChange({ times })} />
        </fieldset>
      )
    case 'channel_allotments':
      return <ChannelSeats values={changes.channel_allotments ?? {}} onChange={(all) => onChange({ [kind]: all })} />
    case 'price_override':
    case 'capacity_by_type':
      return <GuestAmounts {...{ kind, label, changes, onChange, experience }} />
    case 'guide_ids':
      return <GuidesField value={changes.guide_ids ?? []} onChange={(guides) => onChange({ [kind]: guides })} />
    case 'note':
      return <TextField label={label} value={changes.note ?? ''} onChange={(note) => onChange({ note })} rows={2} />
    case 'status':
    case 'is_flex':
      return <Choice {...{ kind, label, changes, onChange }} />
    default:
      return <Days {...{ kind, label, changes, onChange }} />
  }
}

type DaysProps = Omit<Props, 'kind' | 'experience'> & {
  kind: 'weekdays' | 'date_to' | 'add_exclude_dates' | 'drop_exclude_dates' | 'add_include_dates'
  label: string
}

function Days({ kind, label, changes, onChange }: DaysProps) {
  const t = useTranslations('availability')
  const properties = useSession()?.properties
  const today = dayIn(properties?.time_zone ?? 'UTC')
  if (kind === 'weekdays') {
    return (
      <WeekdayField
        label={label}
        value={changes.weekdays ?? []}
        weekStart={properties?.week_start ?? 1}
        onChange={(weekdays) => onChange({ weekdays })}
      />
    )
  }
  if (kind === 'date_to') {
    return (
      <DateField
        label={label}
        value={changes.date_to ?? null}
        onChange={(date_to) => onChange({ date_to })}
        today={today}
        hint={t('emptyNoEnd')}
      />
    )
  }
  return (
    <DaysField
      label={label}
      days={changes[kind] ?? []}
      onChange={(days) => onChange({ [kind]: days })}
      today={today}
      hint={t(`changeHint_${kind}`)}
    />
  )
}

type CountProps = Omit<Props, 'kind' | 'experience'> & {
  kind: 'capacity' | 'online_allotment' | 'duration_minutes'
  label: string
}

function Count({ kind, label, changes, onChange }: CountProps) {
  const t = useTranslations('availability')
  return (
    <NumberField
      label={label}
      value={changes[kind] ?? null}
      onChange={(count) => onChange({ [kind]: count })}
      minValue={kind === 'online_allotment' ? 0 : 1}
      placeholder={kind === 'online_allotment' ? t('allSeats') : t('asExperience')}
      className="max-w-60"
    />
  )
}

type ChoiceProps = Omit<Props, 'kind' | 'experience'> & { kind: 'status' | 'is_flex'; label: string }

function Choice({ kind, label, changes, onChange }: ChoiceProps) {
  const t = useTranslations('availability')
  if (kind === 'status') {
    return (
      <RadioGroup
        label={label}
        options={ruleStatuses.map((id) => ({ id, name: t(`status_${id}`), note: t(`statusNote_${id}`) }))}
        value={changes.status ?? 'live'}
        onChange={(status) => onChange({ status })}
      />
    )
  }
  return (
    <RadioGroup
      label={label}
      options={(['fixed', 'flex'] as const).map((id) => ({ id, name: t(id) }))}
      value={changes.is_flex ? 'flex' : 'fixed'}
      onChange={(id) => onChange({ is_flex: id === 'flex' })}
    />
  )
}
