'use client'
import { useTranslations } from 'use-intl'
import type { ExperienceRow } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { SearchField } from '@/components/ui/search-field'
import { Switch } from '@/components/ui/switch'
import { countsOf, type StatusFilter } from '../groups'

export type Shown = { status: StatusFilter; text: string; isGrouped: boolean }
type Props = {
  rows: ExperienceRow[]
  shown: Shown
  onChange: (shown: Shown) => void
  /** Whether there are categories to group by. */
  canGroup: boolean
}

const MANY = 8

/** Which experiences are shown: by status, by a part of the name, in groups. */
export function ListFilter({ rows, shown, onChange, canGroup }: Props) {
  const t = useTranslations('experiences')
  const counts = countsOf(rows)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div role="group" aria-label={t('status')} className="flex flex-wrap gap-1.5">
        {counts.length > 2 &&
          counts.map(({ id, count }) => (
            <Press
              key={id}
              aria-pressed={id === shown.status}
              onPress={() => onChange({ ...shown, status: id })}
              className={cx(
                'flex min-h-9 items-center gap-2 rounded-full border px-3 text-sm font-medium pointer-coarse:min-h-11',
                id === shown.status ? 'border-accent bg-accent-wash text-accent' : 'text-soft hover:bg-sunken',
              )}
            >
              {t(id === 'all' || id === 'archived' ? `filter_${id}` : `status_${id}`)}
              <span className="text-xs tabular-nums">{count}</span>
            </Press>
          ))}
      </div>
      {canGroup && (
        <Switch isSelected={shown.isGrouped} onChange={(isGrouped) => onChange({ ...shown, isGrouped })}>
          {t('grouped')}
        </Switch>
      )}
      {rows.length > MANY && (
        <div className="w-full sm:ms-auto sm:w-60">
          <SearchField
            label={t('find')}
            value={shown.text}
            onChange={(text) => onChange({ ...shown, text })}
            autoFocus={false}
          />
        </div>
      )}
    </div>
  )
}
