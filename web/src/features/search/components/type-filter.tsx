'use client'
import { useTranslations } from 'use-intl'
import { grouped, type ResultType, type SearchResult } from '@/components/search/model'

type Props = { results: readonly SearchResult[]; value: ResultType | null; onChange: (type: ResultType | null) => void }

/** The kinds that were found, to look at one alone. */
export function TypeFilter({ results, value, onChange }: Props) {
  const t = useTranslations('search')
  const groups = grouped(results)
  const isListed = value === null || groups.some((group) => group.type === value)
  if (groups.length < 2 && isListed && value === null) return null
  return (
    <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-2">
      <Chip isOn={value === null} onPress={() => onChange(null)} label={t('all')} />
      {groups.map((group) => (
        <Chip
          key={group.type}
          isOn={value === group.type}
          onPress={() => onChange(group.type)}
          label={t(`type_${group.type}`)}
        />
      ))}
      {!isListed && <Chip isOn onPress={() => onChange(null)} label={t(`type_${value}`)} />}
    </div>
  )
}

function Chip({ label, isOn, onPress }: { label: string; isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="min-h-8 rounded-full border px-3 text-sm text-soft hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:min-h-11"
    >
      {label}
    </button>
  )
}
