'use client'
import { useTranslations } from 'use-intl'
import { useSession } from '@/lib/session'
import { Press } from '@/components/ui/press'
import { useFormat } from '@/lib/use-format'
import type { Answer, Sums } from '../adapter'
import { deltaOf } from '../deltas'
import type { ReportFacts } from '../registry'
import { useCellText } from '../use-cell-text'
import { useReportWords } from '../words'
import { DeltaText } from './delta-text'

type Props = { facts: ReportFacts; answer: Answer; onDrill?: (key: string) => void }

/** What all rows come to, by currency: money of two currencies never meets. */
export function Totals({ facts, answer, onDrill }: Props) {
  const t = useTranslations('reports')
  const format = useFormat()
  const { totals, comparison } = answer
  const currencies = [...new Set([...Object.keys(totals), ...Object.keys(comparison?.totals ?? {})])].sort()
  const usual = useSession()?.properties.currency
  if (currencies.length === 0) return null
  return (
    <section aria-label={t('totals')} className="space-y-3">
      {comparison && (
        <p className="text-sm text-soft">
          {t('comparedWith', {
            from: format.day(comparison.from, 'medium'),
            to: format.day(comparison.to, 'medium'),
          })}
        </p>
      )}
      {currencies.map((currency) => (
        <div key={currency}>
          {(currencies.length > 1 || (currency && currency !== usual)) && (
            <h2 className="mb-1 text-sm font-semibold">{currency || t('noCurrency')}</h2>
          )}
          <Figures
            {...{ facts, currency }}
            sums={totals[currency] ?? {}}
            before={comparison ? (comparison.totals[currency] ?? {}) : null}
            onDrill={onDrill}
          />
        </div>
      ))}
    </section>
  )
}

type FiguresProps = {
  facts: ReportFacts
  currency: string
  sums: Sums
  before: Sums | null
  onDrill?: (key: string) => void
}

function Figures({ facts, currency, sums, before, onDrill }: FiguresProps) {
  const words = useReportWords()
  const text = useCellText()
  const keys = [...new Set(['cnt', ...Object.keys(facts.totals), ...Object.keys(sums)])]
  const shown = keys.filter((key) => key in sums || before)
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-xl border bg-surface sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
      {shown.map((key) => {
        const kind = facts.totals[key] ?? 'number'
        const value = sums[key] ?? (before ? 0 : null)
        const figure = text(key, kind, value, currency)
        const isWay = onDrill && (sums.cnt ?? 0) > 0 && value !== null && value !== 0
        return (
          <div key={key} className="-me-px -mb-px border-e border-b px-4 py-3">
            <dt className="text-xs text-soft">{words.column(key)}</dt>
            <dd className="mt-0.5 text-lg font-semibold tabular-nums">
              {isWay ? <Way {...{ figure, currency }} count={sums.cnt ?? 0} onPress={() => onDrill(key)} /> : figure}
            </dd>
            {before && (
              <dd className="text-xs">
                <DeltaText
                  delta={deltaOf(value, before[key] ?? 0)}
                  before={text(key, kind, before[key] ?? 0, currency)}
                />
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

type WayProps = { count: number; figure: string; currency: string; onPress: () => void }

function Way({ count, figure, currency, onPress }: WayProps) {
  const t = useTranslations('reports')
  const cnt = useCellText()('cnt', 'number', count, currency)
  const label = t('showRows', { count, shown: cnt })
  return (
    <Press onPress={onPress} aria-label={figure === cnt ? label : `${figure}: ${label}`} className={wayClass}>
      {figure}
    </Press>
  )
}

export const wayClass = 'rounded text-accent underline decoration-dotted underline-offset-4 hover:decoration-solid'
