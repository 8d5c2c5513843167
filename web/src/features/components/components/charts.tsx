'use client'
import { useTranslations } from 'use-intl'
import { BarChart } from '@/components/charts/bar-chart'
import { LineChart } from '@/components/charts/line-chart'
import { Sparkline } from '@/components/charts/sparkline'
import { useFormat } from '@/lib/use-format'
import { Specimen, State } from './specimen'

const days = Array.from({ length: 14 }, (_, index) => `2026-05-${String(index + 1).padStart(2, '0')}`)
const now = [42, 51, 38, 60, 72, 90, 84, 47, 55, null, 61, 79, 98, 91]
const before = [36, 44, 40, 52, 66, 81, 77, 41, 50, 49, 58, 70, 88, 80]
const money = (values: (number | null)[]) => values.map((value) => (value === null ? null : value * 4900))

export function ChartSpecimens() {
  const t = useTranslations('components')
  const format = useFormat()
  const shared = {
    label: t('sampleLabel'),
    labels: days.map((day) => format.day(day, 'short')),
    series: [
      { id: 'before', name: t('sampleTwo'), values: money(before), isBefore: true },
      { id: 'now', name: t('sampleOne'), values: money(now) },
    ],
    format: (value: number) => format.moneyShort(value, 'EUR'),
    unit: 100,
  }
  const nothing = { ...shared, series: [{ id: 'now', name: t('sampleOne'), values: days.map(() => null) }] }
  return (
    <>
      <Specimen name="LineChart" file="charts/line-chart.tsx" isWide>
        <State is="default">
          <LineChart {...shared} />
        </State>
        <State is="empty">
          <LineChart {...nothing} />
        </State>
      </Specimen>
      <Specimen name="BarChart" file="charts/bar-chart.tsx" isWide>
        <State is="default">
          <BarChart {...shared} />
        </State>
      </Specimen>
      <Specimen name="Sparkline" file="charts/sparkline.tsx">
        <Sparkline label={t('sampleLabel')} values={now} />
      </Specimen>
    </>
  )
}
