'use client'
import { useQuery } from '@tanstack/react-query'
import { Printer, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExecutiveSummary } from '@/api/report-models'
import { LineChart } from '@/components/charts/line-chart'
import { Button } from '@/components/ui/button'
import { Card, PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'
import { summaryQuery } from '../summary'
import { SummaryLists } from './summary-lists'
import { SummaryTiles } from './summary-tiles'

const ShareDialog = late(() => import('@/components/report-links/share-dialog').then((file) => file.ShareDialog))

/** How the business stands, on one page: what came in, what is ahead, beside a year ago; ready to print. */
export function ExecutiveView() {
  const t = useTranslations('reports')
  const format = useFormat()
  const { data, error, refetch } = useQuery(summaryQuery)
  useTitle(t('executive'))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <PageBody>
      <PageHeader
        above={
          <AppLink to="reports" params={{}} className="underline-offset-2 hover:underline print:hidden">
            {t('title')}
          </AppLink>
        }
        title={t('executive')}
        text={data ? t('asOf', { day: format.day(data.date, 'medium') }) : <Skeleton className="h-5 w-48" />}
      >
        <Deeds />
      </PageHeader>
      {data ? <Summary data={data} /> : <Skeleton className="h-96 rounded-xl" />}
    </PageBody>
  )
}

function Deeds() {
  const t = useTranslations('reports')
  const [isSharing, setSharing] = useState(false)
  const canShare = useCan('crm.manage')
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      {canShare && (
        <Button onPress={() => setSharing(true)}>
          <Share2 aria-hidden className="size-4" />
          {t('publicLink')}
        </Button>
      )}
      <Button onPress={() => window.print()}>
        <Printer aria-hidden className="size-4" />
        {t('print')}
      </Button>
      {isSharing && <ShareDialog report="executive" text={t('publicText')} onClose={() => setSharing(false)} />}
    </span>
  )
}

function Summary({ data }: { data: ExecutiveSummary }) {
  const t = useTranslations('reports')
  return (
    <div className="space-y-6">
      <SummaryTiles data={data} />
      <div className="grid gap-5 lg:grid-cols-2 print:grid-cols-1">
        <Course title={t('salesCourse')} days={data.sales} currency={data.currency} />
        <Course title={t('paceCourse')} days={data.pace} currency={data.currency} />
      </div>
      <SummaryLists data={data} />
    </div>
  )
}

type Day = { date: string; value: number; before: number }

function Course({ title, days, currency }: { title: string; days: Day[]; currency: string }) {
  const t = useTranslations('reports')
  const format = useFormat()
  const series = [
    { id: 'before', name: t('yearAgo'), values: days.map(({ before }) => before), isBefore: true },
    { id: 'now', name: t('now'), values: days.map(({ value }) => value) },
  ]
  return (
    <div className="min-w-0 break-inside-avoid">
      <Card title={title}>
        <LineChart
          label={title}
          labels={days.map(({ date }) => format.day(date, 'short'))}
          series={series}
          format={(value) => format.moneyShort(value, currency)}
          unit={100}
        />
      </Card>
    </div>
  )
}
