'use client'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { popoverClass } from '@/components/ui/popover'
import { FilterEditor } from './filter-editor'
import { useFilterWords, type Labels } from './filter-words'
import type { ColumnFacts, Condition } from './model'

type Props = {
  filters: Condition[]
  facts: Record<string, ColumnFacts | undefined>
  labels: Labels
  /** The column a filter is being added for. */
  adding: string | null
  onFilter: (key: string | null) => void
  groupBy: string
  onChange: (changes: { filters?: Condition[]; groupBy?: string }) => void
}

const chipClass = 'flex min-h-9 items-center rounded-full border bg-surface text-sm pointer-coarse:min-h-11'

/** What the list is limited to, each part a chip that opens and goes away. */
export function FilterBar(props: Props) {
  const { filters, groupBy, labels, adding, onChange } = props
  const t = useTranslations('tables')
  if (!filters.length && !adding && !groupBy) return null
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
        <AriaButton
          className="min-h-9 rounded px-2 text-sm text-soft hover:text-ink pointer-coarse:min-h-11"
          onPress={() => onChange({ filters: [] })}
        >
          {t('clearFilters')}
        </AriaButton>
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
  const [isOpen, setOpen] = useState(false)
  const words = useFilterWords(labels)
  const name = labels.column(facts.key)
  const text = condition ? words.condition(facts, condition) : '…'
  return (
    <span className={chipClass}>
      <DialogTrigger
        isOpen={isAsked || isOpen}
        onOpenChange={(open) => {
          setOpen(open)
          if (!open) onClose()
        }}
      >
        <AriaButton className="flex max-w-80 items-center gap-1.5 truncate rounded-full py-1.5 ps-3">
          <span className="text-faint">{name}</span>
          <span className="truncate">{text}</span>
        </AriaButton>
        <Popover placement="bottom start" className={popoverClass}>
          <Dialog aria-label={t('filterOf', { name })} className="outline-none">
            {({ close }) => (
              <FilterEditor
                facts={facts}
                name={name}
                condition={condition}
                optionName={labels.option}
                onApply={(next) => {
                  close()
                  onApply(next)
                }}
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
      <Cross label={t('removeFilterOf', { name })} onPress={() => (condition ? onApply(null) : onClose())} />
    </span>
  )
}
