'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '@/components/ui/states'
import { Guard } from '@/components/guard'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { isolate } from '@/lib/isolate'
import { keepPage } from '@/lib/offline/worker'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useNow } from '@/lib/use-now'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { manifestQuery } from '../../api'
import { ManifestSkeleton } from '../../components/manifest-skeleton'
import { departuresOf } from '../../model'
import type { Day } from '../../types'
import { toneOf } from '../answer'
import { signal } from '../signals'
import { useSwitch } from '../switches'
import { useKeyedCodes } from '../use-keyed-codes'
import { useScanner } from '../use-scanner'
import { AnswerCard } from './answer-card'
import { CameraView } from './camera-view'
import { CodeForm } from './code-form'

/** Tickets of today, read by a camera, a scanner that types, or by hand. */
export function ScannerScreen() {
  const t = useTranslations('scanner')
  useTitle(t('title'))
  return (
    <Guard permission="booking.check_in" fallback={<ManifestSkeleton />}>
      <Today />
    </Guard>
  )
}

function Today() {
  const session = useSession()
  const now = useNow()
  const today = session ? dayIn(session.properties.time_zone, new Date(now)) : ''
  const { data, error, refetch } = useQuery(manifestQuery(session?.userAvatar.id, today, true))
  useEffect(() => {
    if (data) void keepPage()
  }, [!data]) // eslint-disable-line react-hooks/exhaustive-deps -- once the day is there, not at each of its changes
  if (data) return <Scanner day={data} today={today} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <ManifestSkeleton />
}

const ALL = 0

function Scanner({ day, today }: { day: Day; today: string }) {
  const asked = Number(useQueryParam('departure')) || ALL
  const [boarding, board] = useState<number>(asked)
  const [isWholeParty, setWholeParty] = useSwitch('party', true)
  const [isLoud, setLoud] = useSwitch('sound', true)
  const scanner = useScanner({ day, today, boarding: boarding || null, isWholeParty })
  const { answer, seenAt } = scanner
  useEffect(() => {
    const tone = answer && toneOf(answer)
    if (tone) signal(tone, isLoud)
  }, [seenAt]) // eslint-disable-line react-hooks/exhaustive-deps -- once for each answer
  useKeyedCodes((text) => void scanner.read(text))
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4 px-4 py-4 md:px-8 md:py-6">
      <Head day={day} boarding={boarding} onBoard={board} />
      <div className="grid gap-4 md:grid-cols-2 md:items-start">
        <CameraView onText={(text, at) => void scanner.read(text, at)} />
        <div className="flex flex-col gap-4">
          <AnswerCard
            {...{ answer, day, today }}
            onCheckIn={(ticket, guests) => scanner.checkIn(ticket, guests)}
            onUndo={scanner.undo}
            onSwitch={(ticket) => {
              board(ticket.departure.id)
              scanner.judge(ticket, performance.now(), ticket.departure.id)
            }}
          />
          <CodeForm onText={(text) => void scanner.read(text)} />
          <Manner party={[isWholeParty, setWholeParty]} sound={[isLoud, setLoud]} />
        </div>
      </div>
    </div>
  )
}

type Held = readonly [boolean, (isOn: boolean) => void]

function Manner({ party, sound }: { party: Held; sound: Held }) {
  const t = useTranslations('scanner')
  return (
    <div className="flex flex-wrap gap-x-6">
      <Switch isSelected={party[0]} onChange={party[1]}>
        {t('wholeParty')}
      </Switch>
      <Switch isSelected={sound[0]} onChange={sound[1]}>
        {t('sound')}
      </Switch>
    </div>
  )
}

type HeadProps = { day: Day; boarding: number; onBoard: (departure: number) => void }

function Head({ day, boarding, onBoard }: HeadProps) {
  const t = useTranslations('scanner')
  const format = useFormat()
  const departures = departuresOf(day).filter((one) => one.status !== 'cancelled')
  const options = [
    { id: ALL, name: t('allDepartures') },
    ...departures.map((one) => ({
      id: one.id,
      name: `${format.time(one.start_time)} · ${isolate(one.experience.name)}`,
    })),
  ]
  const shown = boarding ? departures.filter((one) => one.id === boarding) : departures
  const sum = (count: 'checked_in_cnt' | 'booked_pax_cnt') => shown.reduce((all, one) => all + one[count], 0)
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <AppLink to="manifest" params={{}} className="text-sm text-accent hover:underline">
          {t('toManifest')}
        </AppLink>
        <h1 className="text-2xl font-semibold">{t('title')}</h1>
      </div>
      <p className="text-soft tabular-nums" role="status">
        {t('hereOf', { here: sum('checked_in_cnt'), all: sum('booked_pax_cnt') })}
      </p>
      <Select className="w-full sm:w-80" label={t('departure')} options={options} value={boarding} onChange={onBoard} />
    </header>
  )
}
