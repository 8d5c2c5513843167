'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormMultiSelect, FormSelect, FormSwitch } from '@/components/form-choices'
import { useField } from '@/components/form-fields'
import { TimeField } from '@/components/ui/time-field'
import { dateFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import type { SaveValues } from './save-values'

type Person = { id: number; name: string }

/** When a report goes by email, as what, and to whom of the team. */
export function MailFields({ team }: { team: Person[] }) {
  const t = useTranslations('reports')
  const isMailed = useWatch<SaveValues, 'is_mailed'>({ name: 'is_mailed' })
  if (team.length === 0) return null
  return (
    <div className="space-y-4">
      <FormSwitch name="is_mailed" hint={t('mailHint')}>
        {t('mail')}
      </FormSwitch>
      {isMailed && <Times team={team} />}
    </div>
  )
}

function Times({ team }: { team: Person[] }) {
  const t = useTranslations('reports')
  const tables = useTranslations('tables')
  const frequency = useWatch<SaveValues, 'schedule.frequency'>({ name: 'schedule.frequency' })
  return (
    <div className="grid gap-4 border-s-2 ps-4 sm:grid-cols-2">
      <FormSelect
        name="schedule.frequency"
        label={t('mailWhen')}
        options={(['daily', 'weekly', 'monthly'] as const).map((id) => ({ id, name: t(`mail_${id}`) }))}
      />
      {frequency === 'weekly' && <Weekday />}
      {frequency === 'monthly' && (
        <FormSelect
          name="schedule.day"
          label={t('mailDay')}
          options={Array.from({ length: 31 }, (_, index) => ({ id: index + 1, name: String(index + 1) }))}
        />
      )}
      <Time />
      <FormSelect
        name="schedule.format"
        label={tables('exportFormat')}
        options={[
          { id: 'xlsx', name: tables('xlsx') },
          { id: 'csv', name: tables('csv') },
          { id: 'pdf', name: t('pdf') },
        ]}
      />
      <div className="sm:col-span-2">
        <FormMultiSelect name="recipients" label={t('mailTo')} options={team} hint={t('mailToHint')} />
      </div>
    </div>
  )
}

function Weekday() {
  const t = useTranslations('reports')
  const { locale } = useFormat()
  const name = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  // The 1st of January 2001 was a Monday.
  const options = Array.from({ length: 7 }, (_, id) => ({ id, name: name.format(new Date(Date.UTC(2001, 0, 1 + id))) }))
  return <FormSelect name="schedule.weekday" label={t('mailWeekday')} options={options} />
}

function Time() {
  const t = useTranslations('reports')
  const { value, onChange, error } = useField<string>('schedule.time')
  return <TimeField label={t('mailTime')} value={value} onChange={(time) => time && onChange(time)} error={error} />
}
