'use client'
import { ArrowDown, ArrowUp, SearchX } from 'lucide-react'
import { Fragment, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { EmptyState } from '@/components/ui/states'
import type { Answer, ReportColumn, ReportGroup } from '../adapter'
import { deltaOf } from '../deltas'
import { endingAt, inOrder, within } from '../order'
import type { ReportState } from '../state'
import { useCellText } from '../use-cell-text'
import { useGroupText } from '../use-group-text'
import { useSubtotals } from '../use-subtotals'
import { ColumnName } from './column-name'
import { DeltaText } from './delta-text'
import type { ContentProps } from './view-props'
import { wayClass } from './totals'

const step = 200

/** What the rows come to in groups; each leads to the rows it is made of. */
export function GroupsTable({ facts, state, change, answer, days, drill }: ContentProps & { answer: Answer }) {
  const t = useTranslations('reports')
  const [shown, setShown] = useState(step)
  const keys = state.groups
  const sums = sumsOf(answer, keys, state.columns)
  const hasCurrency = new Set(answer.groups.map(({ currency }) => currency)).size > 1
  const ordered = useMemo(() => within(inOrder(answer.groups, state.sort), keys.length), [answer, state.sort, keys])
  if (answer.groups.length === 0) return <Nothing />
  return (
    <div>
      <div
        tabIndex={0}
        role="region"
        aria-label={t('groups')}
        className="report-box overflow-auto rounded-xl border bg-surface"
      >
        <table className="w-full border-separate border-spacing-0 text-sm">
          <Heads {...{ keys, sums, hasCurrency, state, change }} />
          <tbody>
            <Rows {...{ facts, state, days, drill, ordered, shown, sums, hasCurrency }} />
          </tbody>
        </table>
      </div>
      {shown < ordered.length && (
        <Button className="mt-3" onPress={() => setShown(shown + step)}>
          {t('showMore')}
        </Button>
      )}
    </div>
  )
}

type RowsProps = Pick<ContentProps, 'facts' | 'state' | 'days' | 'drill'> & {
  ordered: ReportGroup[]
  shown: number
  sums: ReportColumn[]
  hasCurrency: boolean
}

function Rows({ facts, state, days, drill, ordered, shown, ...look }: RowsProps) {
  const subtotal = useSubtotals(state, days)
  const span = state.groups.length
  // The innermost ends first.
  const depths = state.groups.slice(1).map((_, place) => span - 1 - place)
  const wayOf = ({ filters }: ReportGroup) => (filters && facts.rows ? () => drill(filters) : undefined)
  return ordered.slice(0, shown).map((group, index) => (
    <Fragment key={index}>
      <GroupRow {...{ facts, group, ...look }} before={ordered[index - 1]} onDrill={wayOf(group)} />
      {depths.flatMap((depth) =>
        endingAt(ordered, index, depth).map((one) => {
          const own = subtotal(one, depth)
          const of = { facts, span, ...look }
          return own && <Subtotal key={`${depth}-${one.currency}`} {...of} group={own} onDrill={wayOf(own)} />
        }),
      )}
    </Fragment>
  ))
}

function Nothing() {
  const t = useTranslations('reports')
  return <EmptyState icon={<SearchX aria-hidden className="size-7" />} title={t('nothing')} text={t('nothingText')} />
}

type HeadsProps = Pick<HeadProps, 'state' | 'change'> & { keys: string[]; sums: ReportColumn[]; hasCurrency: boolean }

function Heads({ keys, sums, hasCurrency, state, change }: HeadsProps) {
  return (
    <thead>
      <tr>
        {keys.map((key, place) => (
          <Head key={key} column={{ key, label: key, type: 'text' }} isFirst={place === 0} {...{ state, change }} />
        ))}
        {hasCurrency && <Head column={{ key: 'currency', label: '', type: 'text' }} {...{ state, change }} />}
        {sums.map((column) => (
          <Head key={column.key} column={column} isEnd {...{ state, change }} />
        ))}
      </tr>
    </thead>
  )
}

/** The figures of a group that are shown: those chosen, or all. */
function sumsOf({ columns, groups }: Answer, keys: string[], chosen: string[]): ReportColumn[] {
  const figures = columns.filter(({ key }) => !keys.includes(key) && key in (groups[0]?.sums ?? {}))
  const wanted = figures.filter(({ key }) => chosen.includes(key))
  return wanted.length > 0 ? wanted : figures
}

type HeadProps = {
  column: ReportColumn
  isFirst?: boolean
  isEnd?: boolean
  state: ReportState
  change: ContentProps['change']
}

function Head({ column, isFirst, isEnd, state, change }: HeadProps) {
  const { key } = column
  const way = state.sort === key ? 'ascending' : state.sort === `-${key}` ? 'descending' : 'none'
  const Arrow = way === 'ascending' ? ArrowUp : ArrowDown
  // The largest first is what people look for in figures; names begin with A.
  const next = way === 'none' ? (isEnd ? `-${key}` : key) : way === 'descending' ? key : `-${key}`
  return (
    <th
      scope="col"
      aria-sort={way}
      className={cx(
        'sticky top-0 z-10 border-b bg-sunken px-3 text-xs font-medium whitespace-nowrap text-soft',
        isEnd ? 'text-end' : 'text-start',
        isFirst && 'start-0 z-20',
      )}
    >
      <span className={cx('flex items-center gap-1', isEnd && 'justify-end')}>
        <Press
          onPress={() => change({ sort: next })}
          className="flex min-h-10 items-center gap-1 rounded hover:text-ink"
        >
          <ColumnName column={column} />
          {way !== 'none' && <Arrow aria-hidden className="size-3.5" />}
        </Press>
      </span>
    </th>
  )
}

type RowProps = Pick<ContentProps, 'facts'> & {
  group: ReportGroup
  sums: ReportColumn[]
  hasCurrency: boolean
  before: ReportGroup | undefined
  onDrill?: () => void
}

function GroupRow({ facts, group, sums, hasCurrency, before, onDrill }: RowProps) {
  const name = useGroupText(facts)
  const names = group.by.map((part) => name(part))
  const same = group.by.findIndex((part, place) => before?.by[place]?.value !== part.value)
  const last = names.length - 1
  return (
    <tr className="group/row">
      {names.map((text, place) => (
        <th
          key={place}
          scope="row"
          className={cx(cellClass, 'max-w-72 text-start font-normal', place === 0 && firstClass)}
        >
          <Way onDrill={place === last ? onDrill : undefined} label={names.join(', ')}>
            {/* What the row above said already is only whispered: the eye sees where the next one begins. */}
            <bdi className={cx('line-clamp-2', place < same && 'text-faint')}>{text}</bdi>
          </Way>
        </th>
      ))}
      {hasCurrency && <td className={cellClass}>{group.currency || '–'}</td>}
      {sums.map((column) => (
        <Figure key={column.key} {...{ column, group }} />
      ))}
    </tr>
  )
}

type SubtotalProps = Omit<RowProps, 'before'> & { span: number }

/** What the rows above come to that share all but the last things they are by. */
function Subtotal({ facts, group, sums, hasCurrency, span, onDrill }: SubtotalProps) {
  const t = useTranslations('reports')
  const name = useGroupText(facts)
  const names = group.by.map((part) => name(part)).join(', ')
  return (
    <tr className="group/row bg-sunken font-semibold">
      <th scope="row" colSpan={span} className={cx(cellClass, 'text-start')}>
        <Way onDrill={onDrill} label={names}>
          <bdi>{t('subtotalOf', { name: names })}</bdi>
        </Way>
      </th>
      {hasCurrency && <td className={cellClass}>{group.currency || '–'}</td>}
      {sums.map((column) => (
        <Figure key={column.key} {...{ column, group }} />
      ))}
    </tr>
  )
}

const cellClass = 'h-11 border-b px-3 py-1.5 group-hover/row:bg-sunken'
const firstClass = 'sticky start-0 z-[5] bg-surface max-sm:max-w-40'

function Way({ onDrill, label, children }: { onDrill?: () => void; label: string; children: ReactNode }) {
  const t = useTranslations('reports')
  if (!onDrill) return children
  return (
    <Press
      onPress={onDrill}
      aria-label={t('showRowsOf', { name: label })}
      className={cx(wayClass, 'min-h-8 text-start')}
    >
      {children}
    </Press>
  )
}

function Figure({ column: { key, type }, group }: { column: ReportColumn; group: ReportGroup }) {
  const text = useCellText()
  const value = group.sums[key]
  const before = group.before?.[key]
  return (
    <td className={cx(cellClass, 'text-end whitespace-nowrap tabular-nums')}>
      <div>{text(key, type, value, group.currency)}</div>
      {group.before && (
        <div className="text-xs">
          <DeltaText delta={deltaOf(value, before)} before={text(key, type, before, group.currency)} />
        </div>
      )}
    </td>
  )
}
