'use client'
import { Plus, X } from 'lucide-react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'

import { NumberField } from '@/components/ui/number-field'
import { TimeField } from '@/components/ui/time-field'
import type { RuleValues } from '../rule'

type Props = { values: RuleValues; onChange: (change: Partial<RuleValues>) => void }

const tabClass =
  'min-h-9 cursor-pointer content-center rounded-md px-4 text-center text-sm font-medium text-soft outline-offset-0 data-selected:bg-surface data-selected:text-ink data-selected:shadow-xs pointer-coarse:min-h-11'

/** Start times one by one, or every so many minutes between two times. */
export function TimesField({ values, onChange }: Props) {
  const t = useTranslations('experiences')
  return (
    <Tabs selectedKey={values.mode} onSelectionChange={(mode) => onChange({ mode: mode as RuleValues['mode'] })}>
      <TabList aria-label={t('times')} className="mb-4 grid grid-cols-2 gap-1 rounded-md bg-sunken p-1 sm:w-fit">
        <Tab id="times" className={tabClass}>
          {t('mode_times')}
        </Tab>
        <Tab id="interval" className={tabClass}>
          {t('mode_interval')}
        </Tab>
      </TabList>
      <TabPanel id="times">
        <TimeList times={values.times} onChange={(times) => onChange({ times })} />
      </TabPanel>
      <TabPanel id="interval" className="grid grid-cols-3 gap-3">
        <TimeField label={t('firstTime')} value={values.first} onChange={(first) => onChange({ first })} />
        <TimeField label={t('lastTime')} value={values.last} onChange={(last) => onChange({ last })} />
        <NumberField
          label={t('every')}
          value={values.every}
          onChange={(every) => onChange({ every })}
          minValue={5}
          step={5}
        />
      </TabPanel>
    </Tabs>
  )
}

function TimeList({ times, onChange }: { times: (string | null)[]; onChange: (times: (string | null)[]) => void }) {
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
