'use client'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { NumberField } from '@/components/ui/number-field'
import { TimeField } from '@/components/ui/time-field'
import { useTabKeys } from '@/components/ui/use-tab-keys'
import { FieldNotes } from '@/components/ui/field-frame'
import type { RuleValues } from '../values'

type Times = Pick<RuleValues, 'mode' | 'times' | 'first' | 'last' | 'every'>
type Props = {
  values: Times
  onChange: (change: Partial<Times>) => void
  /** Sentences by the server's name of a field. */
  errors: Record<string, string>
}

const tabClass =
  'min-h-9 cursor-pointer content-center rounded-md px-4 text-center text-sm font-medium text-soft outline-offset-0 aria-selected:bg-surface aria-selected:text-ink aria-selected:shadow-xs pointer-coarse:min-h-11'

const modes = ['times', 'interval'] as const

/** Start times one by one, or every so many minutes between two times. */
export function TimesField({ values, onChange, errors }: Props) {
  const id = useId()
  const { mode } = values
  return (
    <div>
      <Modes id={id} mode={mode} onChange={(next) => onChange({ mode: next })} />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${mode}`}>
        {mode === 'times' ? (
          <TimeList times={values.times} onChange={(times) => onChange({ times })} />
        ) : (
          <Interval values={values} onChange={onChange} errors={errors} />
        )}
        {mode === 'times' && <FieldNotes id={`${id}-notes`} error={errors.times} />}
      </div>
    </div>
  )
}

type ModesProps = { id: string; mode: Times['mode']; onChange: (mode: Times['mode']) => void }

function Modes({ id, mode, onChange }: ModesProps) {
  const t = useTranslations('experiences')
  const onKeyDown = useTabKeys([...modes], mode, (next) => onChange(next as Times['mode']))
  return (
    <div
      role="tablist"
      aria-label={t('times')}
      onKeyDown={onKeyDown}
      className="mb-4 grid grid-cols-2 gap-1 rounded-md bg-sunken p-1 sm:w-fit"
    >
      {modes.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`${id}-${one}`}
          aria-selected={one === mode}
          aria-controls={one === mode ? `${id}-panel` : undefined}
          tabIndex={one === mode ? 0 : -1}
          onClick={() => onChange(one)}
          className={tabClass}
        >
          {t(`mode_${one}`)}
        </button>
      ))}
    </div>
  )
}

function Interval({ values, onChange, errors }: Props) {
  const t = useTranslations('experiences')
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
      <TimeField
        label={t('firstTime')}
        value={values.first}
        onChange={(first) => onChange({ first })}
        error={errors.time_from}
      />
      <TimeField
        label={t('lastTime')}
        value={values.last}
        onChange={(last) => onChange({ last })}
        error={errors.time_to}
      />
      <NumberField
        label={t('every')}
        value={values.every}
        onChange={(every) => onChange({ every })}
        minValue={0}
        maxValue={1440}
        error={errors.interval_minutes}
      />
    </div>
  )
}

/** Start times, one by one. */
export function TimeList({
  times,
  onChange,
}: {
  times: (string | null)[]
  onChange: (times: (string | null)[]) => void
}) {
  const t = useTranslations('experiences')
  const replace = (index: number, time: string | null) => onChange(times.with(index, time))
  return (
    <div className="flex flex-wrap items-center gap-3">
      {times.map((time, index) => (
        <div key={index} className="flex items-center">
          <TimeField
            label={t('timeN', { n: index + 1 })}
            isLabelHidden
            value={time}
            onChange={(next) => replace(index, next)}
          />
          {times.length > 1 && (
            <IconButton label={t('removeTime')} onPress={() => onChange(times.toSpliced(index, 1))}>
              <X aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
      ))}
      <Button onPress={() => onChange([...times, null])} className="min-h-11">
        <Plus aria-hidden className="size-4" />
        {t('addTime')}
      </Button>
    </div>
  )
}
