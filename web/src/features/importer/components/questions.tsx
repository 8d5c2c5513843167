'use client'
import { useTranslations } from 'use-intl'
import type { ImportDetection, ImportFormat } from '@/api/models'
import { Checkbox } from '@/components/ui/checkbox'
import { RadioGroup } from '@/components/ui/radio-group'
import { ComboBox } from '@/components/ui/combo-box'
import { useFormat } from '@/lib/use-format'
import { dayRead, type Draft } from '../model'

type Props = {
  format: ImportFormat
  found: ImportDetection
  draft: Draft
  fields: Record<string, string[]>
  onChange: (more: Partial<Draft>) => void
}

/** What nobody can tell from the file alone: it is asked, never guessed. */
export function Questions(props: Props) {
  const t = useTranslations('importer')
  return (
    <section aria-labelledby="import-questions" className="space-y-6">
      <h3 id="import-questions" className="text-lg font-semibold">
        {t('questions')}
      </h3>
      <div className="grid gap-6 lg:grid-cols-2">
        <DateQuestion {...props} />
        <SignQuestion {...props} />
        <ZoneQuestion {...props} />
        <ModeQuestion {...props} />
      </div>
      <Checkbox isSelected={props.draft.isDry} onChange={(isDry) => props.onChange({ isDry })}>
        {t('dryRun')}
      </Checkbox>
    </section>
  )
}

const orders = ['dmy', 'mdy', 'ymd'] as const

function DateQuestion({ found, draft, fields, onChange }: Props) {
  const t = useTranslations('importer')
  const format = useFormat()
  const unclear = found.date_formats.find((one) => one.formats.length > 1)
  const error = fields['options.date_format']?.[0]
  if (!unclear && !error) return null
  const shown = orders.filter((one) => !unclear || unclear.formats.includes(one))
  const noteOf = (one: (typeof orders)[number]) => {
    const day = unclear && dayRead(unclear.example, one)
    return day ? format.day(day) : t(`order_note_${one}`)
  }
  return (
    <RadioGroup
      label={unclear ? t('dateQuestion', { example: unclear.example }) : t('dateOrder')}
      options={shown.map((one) => ({ id: one, name: t(`order_${one}`), note: noteOf(one) }))}
      value={draft.dateFormat}
      onChange={(dateFormat) => onChange({ dateFormat })}
      error={error}
    />
  )
}

function SignQuestion({ found, draft, fields, onChange }: Props) {
  const t = useTranslations('importer')
  const error = fields['options.decimal_sign']?.[0]
  if (found.decimal_signs.length < 2 && !error) return null
  return (
    <RadioGroup
      label={t('signQuestion')}
      options={[
        { id: '.' as const, name: t('sign_point') },
        { id: ',' as const, name: t('sign_comma') },
      ]}
      value={draft.decimalSign}
      onChange={(decimalSign) => onChange({ decimalSign })}
      error={error}
    />
  )
}

/** The zones that the browser knows, and the one that is chosen. */
function zonesWith(zone: string) {
  const names = new Set([zone, ...Intl.supportedValuesOf('timeZone')])
  return [...names].sort().map((id) => ({ id, name: id.replaceAll('_', ' ') }))
}

const timed = ['time', 'instant', 'date']

function ZoneQuestion({ format, draft, fields, onChange }: Props) {
  const t = useTranslations('importer')
  if (!format.columns.some((one) => timed.includes(one.type) && draft.mapping[one.key])) return null
  return (
    <ComboBox
      label={t('zone')}
      options={zonesWith(draft.zone)}
      value={draft.zone}
      onChange={(zone) => onChange({ zone })}
      error={fields['options.time_zone']?.[0]}
    />
  )
}

function ModeQuestion({ format, draft, onChange }: Props) {
  const t = useTranslations('importer')
  const modes = format.object === 'trips' || format.object === 'waivers' ? (['skip', 'insert'] as const) : format.modes
  const sorted = (['skip', 'upsert', 'insert'] as const).filter((one) => (modes as readonly string[]).includes(one))
  return (
    <RadioGroup
      label={t('mode')}
      options={sorted.map((one) => ({ id: one, name: t(`mode_${one}`), note: t(`mode_note_${one}`) }))}
      value={draft.mode}
      onChange={(mode) => onChange({ mode })}
    />
  )
}
