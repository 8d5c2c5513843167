'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { BulkEditOut, Job } from '@/api/models'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useErrorText } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { jobQuery } from '../api'
import { fatesOfMany, sumFates, type DayFates } from '../fates'
import type { Bulk } from '../use-bulk'
import { Consequences } from './consequences'
import { FateCounts } from './fate-counts'
import { FatesMonth, useFateWords } from './fates-month'

/** What the changes would do, before anything is done: in counts and in a calendar. */
export function BulkDifference({ bulk }: { bulk: Bulk }) {
  const t = useTranslations('availability')
  const errorText = useErrorText()
  const { difference, isCurrent, hasBody, chosen, apply } = bulk
  const out = foundOf(bulk)
  const failed = out?.outcomes.filter((one) => one.message !== null).length ?? 0
  const count = chosen.length - failed
  const check = useQuery(jobQuery(out?.job?.id ?? null)).data
  const isChecked = !out?.job || !!check?.finished_at
  return (
    <div className="space-y-4 lg:sticky lg:top-6">
      <Card title={t('difference')}>
        <div aria-busy={difference.isFetching} className="space-y-4">
          {!hasBody && <p className="text-sm text-pretty text-soft">{t('differenceNeeds')}</p>}
          {hasBody && !bulk.isLive && !isCurrent && <Ask bulk={bulk} />}
          {hasBody && difference.error && <Notice tone="bad">{errorText(difference.error)}</Notice>}
          {out && !out.job && <Found out={out} isOld={!isCurrent} capacity={bulk.changes.capacity ?? null} />}
          {check && <Checked job={check} />}
        </div>
      </Card>
      {apply.error && <Notice tone="bad">{errorText(apply.error)}</Notice>}
      {hasBody && (
        <Button
          look="primary"
          size="lg"
          className="w-full"
          isDisabled={!isCurrent || !isChecked || count === 0}
          isPending={apply.isPending}
          onPress={bulk.start}
        >
          {t('apply', { count })}
        </Button>
      )}
    </div>
  )
}

/** A difference that a job works out, because very many departures are meant. */
function Checked({ job }: { job: Job }) {
  const t = useTranslations('availability')
  if (job.finished_at) return <FateCounts sum={sumsOf(job.result)} />
  const done = job.done_cnt + job.failed_cnt
  return <ProgressBar label={t('checking')} value={done} max={job.total_cnt ?? done + 1} />
}

/** The difference that belongs to what is typed, or to what was typed just before. */
export const foundOf = ({ hasBody, difference }: Bulk): BulkEditOut | undefined =>
  hasBody && !difference.error ? difference.data : undefined

/** The counts a job has found, as fates. */
export function sumsOf(result: Record<string, unknown>): DayFates {
  const of = (name: string) => Number(result[`${name}_cnt`] ?? 0)
  return {
    created: of('created'),
    updated: of('updated'),
    removed: of('removed'),
    kept: of('kept'),
    taken: 0,
    unchanged: 0,
  }
}

function Ask({ bulk }: { bulk: Bulk }) {
  const t = useTranslations('availability')
  const format = useFormat()
  const many = bulk.matches.data?.timeslot_cnt ?? 0
  return (
    <>
      <p className="text-sm text-pretty text-soft">{t('manyText', { number: format.number(many) })}</p>
      <Button onPress={bulk.ask} isPending={bulk.difference.isFetching}>
        {t('workOut')}
      </Button>
    </>
  )
}

type FoundProps = { out: BulkEditOut; isOld: boolean; capacity: number | null }

function Found({ out, isOld, capacity }: FoundProps) {
  const t = useTranslations('availability')
  const properties = useSession()?.properties
  const format = useFormat()
  const words = useFateWords()
  const days = useMemo(() => fatesOfMany(out.days), [out.days])
  const sum = useMemo(() => sumFates(days.values()), [days])
  const first = out.days[0]?.date ?? dayIn(properties?.time_zone ?? 'UTC')
  return (
    <div className={cx('space-y-4 transition-opacity', isOld && 'opacity-60')}>
      <div role="status">
        <p className="text-sm text-soft">
          {t('differenceOf', { rules: format.number(out.rules.length), count: format.number(out.timeslot_cnt) })}
        </p>
        <FateCounts sum={sum} />
      </div>
      {days.size > 0 && (
        <FatesMonth
          key={first}
          start={first.slice(0, 7)}
          days={days}
          weekStart={properties?.week_start ?? 1}
          detail={(day) => {
            const own = days.get(day)
            return own && `${format.day(day)}: ${words(own)}`
          }}
        />
      )}
      <Consequences out={out} capacity={capacity} />
    </div>
  )
}
