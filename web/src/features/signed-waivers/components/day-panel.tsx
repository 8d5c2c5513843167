'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronLeft, ChevronRight, FileCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { DayPopover } from '@/components/ui/day-popover'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { addDays, dayIn, dayOrNull } from '@/lib/dates'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useQueryParam } from '@/lib/use-route'
import { unassignedQuery, type WaiverRow } from '../api'
import { usePlace } from '../use-place'

const AssignDialog = late(() => import('./assign-dialog').then((file) => file.AssignDialog))

/** What was signed for a day by people of whom we do not know yet which guest they are. */
export function DayPanel() {
  const t = useTranslations('waivers')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const today = dayIn(zone)
  const day = dayOrNull(useQueryParam('date')) ?? today
  const [chosen, choose] = useState<WaiverRow | null>(null)
  const { data, error, refetch } = useQuery(unassignedQuery(day))
  return (
    <section aria-label={t('tab_assign')} className="max-w-4xl space-y-4">
      <DayChooser day={day} today={today} />
      <p className="max-w-prose text-soft">{t('dayText')}</p>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-56 rounded-xl" />}
      {data?.length === 0 && (
        <EmptyState
          icon={<FileCheck aria-hidden className="size-7" />}
          title={t('nothingToAssign')}
          text={t('nothingToAssignText')}
        />
      )}
      {data && data.length > 0 && (
        <ul className="divide-y rounded-xl border bg-surface">
          {data.map((row) => (
            <Line key={row.id} row={row} zone={zone} onAssign={() => choose(row)} />
          ))}
        </ul>
      )}
      {chosen && <AssignDialog row={chosen} day={day} onClose={() => choose(null)} />}
    </section>
  )
}

function DayChooser({ day, today }: { day: string; today: string }) {
  const t = useTranslations('waivers')
  const format = useFormat()
  const go = usePlace()
  const open = (to: string) => go({ date: to === today ? null : to })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IconButton label={t('previousDay')} onPress={() => open(addDays(day, -1))}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <DayPopover label={t('chooseDay')} value={day} today={today} onChange={open}>
        <Button>
          <span className="first-letter:uppercase">{format.day(day, 'medium')}</span>
          <ChevronDown aria-hidden className="size-4 text-faint" />
        </Button>
      </DayPopover>
      <IconButton label={t('nextDay')} onPress={() => open(addDays(day, 1))}>
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
      {day !== today && (
        <Button look="quiet" onPress={() => open(today)}>
          {t('today')}
        </Button>
      )}
    </div>
  )
}

function Line({ row, zone, onAssign }: { row: WaiverRow; zone: string; onAssign: () => void }) {
  const t = useTranslations('waivers')
  const format = useFormat()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium">{row.name}</bdi>
          {row.is_minor && <Badge>{t('minor')}</Badge>}
        </p>
        <p className="text-sm text-faint">
          {[row.template.name, row.is_minor && row.signer_name, row.email].filter(Boolean).join(' · ')}
        </p>
        <p className="text-sm text-faint">
          {t('signedAt', { when: format.instant(row.signed_at, zone) })}
          {row.trip && <span> · {row.trip.confirmation_code}</span>}
        </p>
      </div>
      <a
        href={row.pdf_url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('openPdfOf', { name: row.name })}
        className="inline-flex min-h-11 items-center rounded-md px-3 text-sm font-medium text-accent hover:underline"
      >
        {t('openPdf')}
      </a>
      <Button look="primary" onPress={onAssign} aria-label={t('assignWho', { name: row.name })}>
        {t('assign')}
      </Button>
    </li>
  )
}
