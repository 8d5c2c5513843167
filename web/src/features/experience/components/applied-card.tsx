'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, RateSheet } from '@/api/models'
import { IconButton } from '@/components/ui/button'
import { NumberField } from '@/components/ui/number-field'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { ErrorState } from '@/components/ui/states'
import { monthName, shiftMonth, weeksOf } from '@/lib/months'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { appliedByDay, lettersOf } from '../applied'
import { guestName } from '../guest-name'
import { channels } from '../rates'
import { appliedQuery } from '../rates-api'
import { AppliedMonth } from './applied-month'
import { useChannelName } from './use-channel-name'

type Props = { experience: ExperienceFull; sheets: RateSheet[] }

/** Which rate sheet sets the price on which day, as the engine itself decides it for somebody who books now. */
export function AppliedCard({ experience, sheets }: Props) {
  const t = useTranslations('experience')
  const { head, month, kind, choice, data, error, refetch, isPlaceholderData } = useAsked(experience)
  return (
    <Card title={t('plan')}>
      <p className="mb-4 text-sm text-pretty text-soft">{t('planText')}</p>
      <div className="mb-4 grid grid-cols-2 gap-4 sm:grid-cols-3">{choice}</div>
      {head}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <AppliedMonth
          month={month}
          days={appliedByDay(data ?? [], kind)}
          sheets={sheets}
          letters={lettersOf(sheets)}
          isOld={isPlaceholderData || !data}
        />
      )}
    </Card>
  )
}

const daysOf = (month: string) =>
  weeksOf(month, 0)
    .flat()
    .filter((day) => day !== null)

/** What is asked, and the controls that ask it. */
function useAsked(experience: ExperienceFull) {
  const t = useTranslations('experience')
  const properties = useSession()?.properties
  const channelName = useChannelName()
  const today = dayIn(properties?.time_zone ?? 'UTC')
  const [month, setMonth] = useState(today.slice(0, 7))
  const [method, setMethod] = useState<(typeof channels)[number]>('ecommerce')
  const [kind, setKind] = useState(experience.customerTypes[0]?.id ?? 0)
  const [party, setParty] = useState<number | null>(1)
  const days = daysOf(month)
  const query = useQuery(
    appliedQuery({
      experience: experience.id,
      firstDay: days[0] ?? today,
      lastDay: days.at(-1) ?? today,
      method,
      quantities: `${kind}:${party ?? 1}`,
    }),
  )
  const choice = (
    <>
      <Select
        label={t('soldBy')}
        options={channels.map((id) => ({ id, name: channelName(id) }))}
        value={method}
        onChange={setMethod}
      />
      <Select
        label={t('guestKind')}
        options={experience.customerTypes.map((row) => ({ id: row.id, name: guestName(row) }))}
        value={kind}
        onChange={setKind}
      />
      <NumberField label={t('partyOf')} value={party} onChange={setParty} minValue={1} maxValue={1000} />
    </>
  )
  const head = <MonthHead month={month} first={today.slice(0, 7)} onMove={(by) => setMonth(shiftMonth(month, by))} />
  return { ...query, head, month, kind, choice }
}

function MonthHead({ month, first, onMove }: { month: string; first: string; onMove: (by: number) => void }) {
  const t = useTranslations('common')
  const { locale } = useFormat()
  return (
    <div className="mb-1 flex items-center justify-between">
      <IconButton label={t('previousMonth')} onPress={() => onMove(-1)} isDisabled={month <= first}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <p aria-live="polite" className="text-sm font-semibold first-letter:uppercase">
        {monthName(month, locale)}
      </p>
      <IconButton label={t('nextMonth')} onPress={() => onMove(1)}>
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}
