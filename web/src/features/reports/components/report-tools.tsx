'use client'
import { ChartColumn, ChartLine, Columns3, ListFilter, Rows3, Rows4, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDensity } from '@/components/table/use-density'
import { Button, IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Menu } from '@/components/ui/menu'
import { Tooltip } from '@/components/ui/tooltip'
import { late } from '@/lib/late'
import type { ReportColumn } from '../adapter'
import type { ChartKind } from '../state'
import { useReportWords } from '../words'
import type { ContentProps } from './view-props'

const ColumnsDialog = late(() => import('@/components/table/columns-dialog').then((file) => file.ColumnsDialog))

type Props = Pick<ContentProps, 'facts' | 'state' | 'change' | 'listed' | 'onFilter'> & { columns: ReportColumn[] }

/** Small things a reader changes often: filters, the chart, which columns, how close the rows stand. */
export function ReportTools(props: Props) {
  const { facts, state, change, listed, onFilter } = props
  const t = useTranslations('tables')
  const words = useReportWords()
  const filterable = Object.values(listed).flatMap((one) => (one?.is_filterable ? [one.key] : []))
  const entries = filterable.map((key) => ({ id: key, label: words.column(key), onAction: () => onFilter(key) }))
  return (
    <div className="flex flex-wrap items-center gap-2">
      {entries.length > 0 && (
        <Menu label={t('addFilter')} entries={entries}>
          <Button>
            <ListFilter aria-hidden className="size-4" />
            {t('filter')}
          </Button>
        </Menu>
      )}
      <Charts state={state} change={change} facts={facts} />
      <Columns {...props} />
      {state.groups.length === 0 && <Density />}
    </div>
  )
}

const kinds = { bars: ChartColumn, line: ChartLine, none: Table2 } as const

function Charts({ state, change, facts }: Pick<Props, 'state' | 'change' | 'facts'>) {
  const t = useTranslations('reports')
  if (facts.groups.length === 0) return null
  return (
    <div role="group" aria-label={t('chart')} className="flex rounded-md border bg-surface">
      {(Object.keys(kinds) as ChartKind[]).map((kind) => {
        const Icon = kinds[kind]
        return (
          <Tooltip key={kind} text={t(`chart_${kind}`)}>
            <IconButton
              label={t(`chart_${kind}`)}
              aria-pressed={state.chart === kind}
              onPress={() => change({ chart: kind })}
              className={cx('size-9', state.chart === kind && 'bg-accent-wash text-accent')}
            >
              <Icon aria-hidden className="size-4.5" />
            </IconButton>
          </Tooltip>
        )
      })}
    </div>
  )
}

function Columns({ facts, state, change, columns }: Props) {
  const t = useTranslations('tables')
  const words = useReportWords()
  const [isOpen, setOpen] = useState(false)
  const named = columns
    .filter(({ key }) => !state.groups.includes(key))
    .map(({ key, label }, place) => ({
      key,
      label: words.column(key, label),
      isExtra: state.groups.length === 0 && (facts.first.length > 0 ? !facts.first.includes(key) : place >= 9),
    }))
  const chosen = state.columns.flatMap((key) => named.find((one) => one.key === key) ?? [])
  if (named.length < 2) return null
  return (
    <>
      <Tooltip text={t('columns')}>
        <IconButton label={t('columns')} onPress={() => setOpen(true)}>
          <Columns3 aria-hidden className="size-5" />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <ColumnsDialog
          columns={named}
          shown={chosen.length > 0 ? chosen : named.filter(({ isExtra }) => !isExtra)}
          onClose={() => setOpen(false)}
          onChange={(next) => change({ columns: next.map(({ key }) => key) })}
        />
      )}
    </>
  )
}

function Density() {
  const t = useTranslations('tables')
  const [isDense, toggle] = useDensity()
  const label = isDense ? t('comfortable') : t('dense')
  return (
    <Tooltip text={label}>
      <IconButton label={label} onPress={toggle} className="max-md:hidden">
        {isDense ? <Rows3 aria-hidden className="size-5" /> : <Rows4 aria-hidden className="size-5" />}
      </IconButton>
    </Tooltip>
  )
}
