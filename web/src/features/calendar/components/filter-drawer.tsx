'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { MultiSelect } from '@/components/ui/multi-select'
import { Switch } from '@/components/ui/switch'
import { filterCount, noFilters, states, type Filters } from '../address'
import type { Calendar } from '../use-calendar'

type Named = { id: number; name: string }
type Listed = 'experience' | 'category' | 'location' | 'guide' | 'resource'

/** What of the calendar is shown; every choice takes effect at once. */
export function FilterDrawer({ calendar, onClose }: { calendar: Calendar; onClose: () => void }) {
  const t = useTranslations('calendar')
  const { asked, show } = calendar
  const footer = (
    <>
      <Button onPress={() => show({ filters: noFilters })} isDisabled={filterCount(asked.filters) === 0}>
        {t('clearFilters')}
      </Button>
      <Button look="primary" onPress={onClose}>
        {t('showCount', { count: calendar.shown.length })}
      </Button>
    </>
  )
  return (
    <Drawer title={t('filter')} isOpen onClose={onClose} footer={footer}>
      <Choices calendar={calendar} />
    </Drawer>
  )
}

function useLists({ data }: Calendar): [Listed, Named[]][] {
  const t = useTranslations('calendar')
  const none = (name: string): Named => ({ id: 0, name })
  return [
    ['experience', data?.experiences ?? []],
    ['category', data?.categories ?? []],
    ['location', data?.locations ?? []],
    ['guide', data?.guides.length ? [none(t('noGuide')), ...data.guides] : []],
    ['resource', data?.resources.length ? [none(t('noResource')), ...data.resources] : []],
  ]
}

function Choices({ calendar }: { calendar: Calendar }) {
  const t = useTranslations('calendar')
  const { show } = calendar
  const { filters } = calendar.asked
  const lists = useLists(calendar)
  const change = (part: Partial<Filters>) => show({ filters: { ...filters, ...part } })
  return (
    <div className="space-y-5">
      <Switch isSelected={filters.isFlagged} onChange={(isFlagged) => change({ isFlagged })} hint={t('flaggedHint')}>
        {t('flagged')}
      </Switch>
      {lists
        .filter(([name, options]) => options.length > 0 || filters[name].length > 0)
        .map(([name, options]) => (
          <MultiSelect
            key={name}
            label={t(`filter_${name}`)}
            placeholder={t('all')}
            options={options.map(({ id, name: text }) => ({ id, name: text }))}
            value={filters[name]}
            onChange={(ids) => change({ [name]: ids })}
          />
        ))}
      <MultiSelect
        label={t('filter_status')}
        placeholder={t('all')}
        options={states.map((state) => ({ id: state, name: t(`state_${state}`) }))}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
    </div>
  )
}
