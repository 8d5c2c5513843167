'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PrintRoute, PrintSettings, PrintTemplate } from '@/api/device-models'
import { counter } from '@/components/printing/counter'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { locationsQuery, printSettingsQuery } from '../printing-api'
import { TestPrint } from './test-print'

const RouteDialog = late(() => import('./route-dialog').then((file) => file.RouteDialog))
const PaperDialog = late(() => import('./paper-dialog').then((file) => file.PaperDialog))

type Open = { route: PrintRoute | 'new' } | { paper: PrintTemplate } | null

/** Where papers come out, and what is on them. */
export function PrintersCard() {
  const t = useTranslations('printing')
  const [open, setOpen] = useState<Open>(null)
  const { data, error, refetch } = useQuery(printSettingsQuery)
  const add = (
    <Button size="sm" onPress={() => setOpen({ route: 'new' })}>
      <Plus aria-hidden className="size-4" />
      {t('addRoute')}
    </Button>
  )
  return (
    <Card title={t('printers')} actions={data && add}>
      <p className="max-w-prose text-sm text-pretty text-soft">{t('printersText')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="mt-4 h-24 rounded-md" />}
      {data && <Settings settings={data} onOpen={setOpen} />}
      {open && 'route' in open && <RouteDialog route={open.route} onClose={() => setOpen(null)} />}
      {open && 'paper' in open && <PaperDialog paper={open.paper} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function Settings({ settings, onOpen }: { settings: PrintSettings; onOpen: (open: Open) => void }) {
  const t = useTranslations('printing')
  return (
    <div className="mt-4 space-y-6">
      {settings.routes.length === 0 ? (
        <p className="text-sm text-faint">{t('noRoutes')}</p>
      ) : (
        <ul aria-label={t('printers')} className="divide-y">
          {settings.routes.map((route) => (
            <RouteRow key={route.id} route={route} onOpen={() => onOpen({ route })} />
          ))}
        </ul>
      )}
      <Counter />
      <section>
        <h3 className="font-medium">{t('papers')}</h3>
        <p className="mb-3 max-w-prose text-sm text-pretty text-soft">{t('papersText')}</p>
        <div className="flex flex-wrap gap-2">
          {settings.templates.map((paper) => (
            <Button key={paper.kind} size="sm" onPress={() => onOpen({ paper })}>
              {t(`kind_${paper.kind as 'ticket'}`)}
            </Button>
          ))}
        </div>
      </section>
    </div>
  )
}

function RouteRow({ route, onOpen }: { route: PrintRoute; onOpen: () => void }) {
  const t = useTranslations('printing')
  const where = route.via === 'device' ? route.device_name : t(`via_${route.via as 'qz'}`)
  const parts = [route.printer_name, t(`paper_${route.paper as 'roll_80'}`), route.location_name || t('everywhere')]
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          {t(`kind_${route.kind as 'ticket'}`)} → <bdi>{where}</bdi>
        </p>
        <p className="text-sm text-faint">
          {parts.filter(Boolean).join(' · ')}
          {route.copies > 1 && ` · ${t('copiesOf', { count: route.copies })}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {route.via !== 'browser' && <TestPrint route={route.id} />}
        <Button size="sm" look="quiet" onPress={onOpen}>
          {t('change')}
        </Button>
      </div>
    </li>
  )
}

function Counter() {
  const t = useTranslations('printing')
  const locations = useQuery(locationsQuery)
  const [here, setHere] = useState(() => (typeof window === 'undefined' ? null : counter.get()))
  if (!locations.data || locations.data.length < 2) return null
  const options = [{ id: 0, name: t('everywhere') }, ...locations.data.map(({ id, name }) => ({ id, name }))]
  return (
    <Select
      label={t('counter')}
      hint={t('counterHint')}
      options={options}
      value={here ?? 0}
      onChange={(id) => {
        counter.set(id || null)
        setHere(id || null)
      }}
      className="max-w-sm"
    />
  )
}
