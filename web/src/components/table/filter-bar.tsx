'use client'
import { X } from 'lucide-react'
import { lazy, memo, startTransition, Suspense, useImperativeHandle, useState, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Press } from '@/components/ui/press'
import { useLateWindow } from '@/components/ui/use-late-window'
import { useFilterWords, type Labels } from './filter-words'
import type { ColumnFacts, Condition } from './model'

/** What others ask of the bar: to begin a filter of a column. */
export type FilterBarHandle = { add: (key: string) => void }

type BarProps = {
  ref?: Ref<FilterBarHandle>
  filters: Condition[]
  facts: Record<string, ColumnFacts | undefined>
  labels: Labels
  groupBy: string
  onChange: (changes: { filters?: Condition[]; groupBy?: string }) => void
}
type Props = Omit<BarProps, 'ref'> & {
  /** The column a filter is being added for. */
  adding: string | null
  onFilter: (key: string | null) => void
}

const loadEditor = () => import('./filter-editor')
const FilterEditor = lazy(async () => ({ default: (await loadEditor()).FilterEditor }))
const loadWindow = () => import('@/components/ui/popover-window')
const PopoverWindow = lazy(loadWindow)
const load = () => Promise.all([loadWindow(), loadEditor()])

const chipClass = 'flex min-h-9 items-center rounded-full border bg-surface text-sm pointer-coarse:min-h-11'

/** What the list is limited to, each part a chip that opens and goes away. */
export const FilterBar = memo(function FilterBar({ ref, ...props }: BarProps) {
  const { filters, groupBy } = props
  const [adding, setAdding] = useState<string | null>(null)
  // A window takes longer to draw than what was pressed to look pressed.
  const onFilter = (key: string | null) => startTransition(() => setAdding(key))
  useImperativeHandle(ref, () => ({
    add(key: string) {
      void load()
      onFilter(key)
    },
  }))
  if (!filters.length && !adding && !groupBy) return null
  return <Bar {...props} adding={adding} onFilter={onFilter} />
})

function Bar(props: Props) {
  const { filters, groupBy, labels, onChange } = props
  const t = useTranslations('tables')
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {groupBy && (
        <span className={chipClass}>
          <span className="ps-3">
            <span className="text-faint">{t('groupedBy')}</span> {labels.column(groupBy)}
          </span>
          <Cross label={t('ungroup')} onPress={() => onChange({ groupBy: '' })} />
        </span>
      )}
      <Chips {...props} />
      <NewChip {...props} />
      {filters.length > 1 && (
        <Press
          className="min-h-9 rounded px-2 text-sm text-soft hover:text-ink pointer-coarse:min-h-11"
          onPress={() => onChange({ filters: [] })}
        >
          {t('clearFilters')}
        </Press>
      )}
    </div>
  )
}

function Chips({ filters, facts, labels, adding, onFilter, onChange }: Props) {
  const put = (index: number, condition: Condition | null) =>
    onChange({ filters: filters.flatMap((one, place) => (place === index ? (condition ?? []) : one)) })
  return filters.map((condition, index) => {
    const column = facts[condition.field]
    return column ? (
      <Chip
        key={`${condition.field}-${index}`}
        facts={column}
        condition={condition}
        labels={labels}
        isAsked={condition === filters.find((one) => one.field === adding)}
        onClose={() => onFilter(null)}
        onApply={(next) => put(index, next)}
      />
    ) : null
  })
}

function NewChip({ adding, facts, labels, filters, onFilter, onChange }: Props) {
  const column = adding ? facts[adding] : undefined
  // A column that limits the list already opens the chip it has.
  if (!column || filters.some((one) => one.field === adding)) return null
  const apply = (condition: Condition | null) => {
    onFilter(null)
    if (condition) onChange({ filters: [...filters, condition] })
  }
  return (
    <Chip
      key={column.key}
      facts={column}
      condition={null}
      labels={labels}
      isAsked
      onClose={() => onFilter(null)}
      onApply={apply}
    />
  )
}

function Cross({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <IconButton label={label} onPress={onPress} className="size-8 rounded-full pointer-coarse:size-11">
      <X aria-hidden className="size-3.5" />
    </IconButton>
  )
}

type ChipProps = {
  facts: ColumnFacts
  condition: Condition | null
  labels: Labels
  /** Whether its editor was asked for from elsewhere. */
  isAsked: boolean
  onClose: () => void
  onApply: (condition: Condition | null) => void
}

function Chip({ facts, condition, labels, isAsked, onClose, onApply }: ChipProps) {
  const t = useTranslations('tables')
  const words = useFilterWords(labels)
  const name = labels.column(facts.key)
  const text = condition ? words.condition(facts, condition) : '…'
  const late = useLateWindow('dialog', load)
  const close = () => {
    late.close()
    onClose()
  }
  return (
    <span className={chipClass}>
      <Press {...late.button} className="flex max-w-80 items-center gap-1.5 truncate rounded-full py-1.5 ps-3">
        <span className="text-faint">{name}</span>
        <span className="truncate">{text}</span>
      </Press>
      {(isAsked || late.opened) && (
        <Suspense fallback={null}>
          <PopoverWindow id={late.id} label={t('filterOf', { name })} button={late.ref} onClose={close}>
            <FilterEditor
              {...{ facts, name, condition }}
              optionName={labels.option}
              onApply={(next) => {
                close()
                onApply(next)
              }}
            />
          </PopoverWindow>
        </Suspense>
      )}
      <Cross label={t('removeFilterOf', { name })} onPress={() => (condition ? onApply(null) : onClose())} />
    </span>
  )
}
