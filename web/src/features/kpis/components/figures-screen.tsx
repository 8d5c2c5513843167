'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { late } from '@/lib/late'
import { useDebounced } from '@/lib/use-debounced'
import { useTitle } from '@/lib/use-title'
import type { Whose } from '../api'
import { CardFigures } from './card-figures'
import { ConversionFigures } from './conversion-figures'
import { FeeFigures } from './fee-figures'
import { RevenueFigures } from './revenue-figures'
import { VolumeFigures } from './volume-figures'

const waiting = <Skeleton className="h-96 rounded-xl" />
const OnboardingFigures = late(() => import('./onboarding-figures').then((file) => file.OnboardingFigures), waiting)
const RatesFigures = late<{ whose: Whose }>(() => import('./rates-figures').then((file) => file.RatesFigures), waiting)

const tabs = {
  revenue: RevenueFigures,
  volume: VolumeFigures,
  conversion: ConversionFigures,
  cards: CardFigures,
  fees: FeeFigures,
  onboarding: OnboardingFigures,
  rates: RatesFigures,
}
type Tab = keyof typeof tabs

/** How the platform's business goes: each figure with its formula, each chart with its table. */
export function FiguresScreen() {
  const t = useTranslations('kpis')
  const { tab, open } = useTab()
  const [typed, setTyped] = useState({ plan: '', country: '', cohort: '' })
  const whose = asked(useDebounced(typed, 300))
  const Shown = tabs[tab]
  useTitle(t('title'))
  const items = Object.keys(tabs).map((id) => ({ id, label: t(`tab_${id as Tab}`) }))
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')} />
      {tab !== 'rates' && <Filters typed={typed} onChange={setTyped} />}
      <Tabs label={t('title')} items={items} value={tab} onChange={open}>
        <div className="space-y-5 pt-5">
          <Shown whose={whose} />
        </div>
      </Tabs>
    </PageBody>
  )
}

/** The open tab stands in the address: a notice elsewhere leads to it, and so does the back button. */
function useTab() {
  const path = usePathname()
  const asked = useSearchParams().get('tab') ?? ''
  const tab: Tab = Object.hasOwn(tabs, asked) ? (asked as Tab) : 'revenue'
  return { tab, open: (id: string) => window.history.pushState(null, '', `${path}?tab=${id}`) }
}

type Typed = { plan: string; country: string; cohort: string }

/** Only what is whole is asked for: half a month is no month. */
function asked({ plan, country, cohort }: Typed): Whose {
  const found: Whose = {}
  if (/^[a-z0-9][a-z0-9_-]*$/.test(plan)) found.plan = plan
  if (/^[A-Z]{2}$/.test(country)) found.country = country
  if (/^20\d\d-(0[1-9]|1[0-2])$/.test(cohort)) found.cohort = cohort
  return found
}

function Filters({ typed, onChange }: { typed: Typed; onChange: (typed: Typed) => void }) {
  const t = useTranslations('kpis')
  return (
    <div className="grid gap-3 pb-5 sm:max-w-2xl sm:grid-cols-3">
      <TextField
        label={t('plan')}
        value={typed.plan}
        onChange={(plan) => onChange({ ...typed, plan: plan.toLowerCase() })}
        placeholder={t('all')}
      />
      <TextField
        label={t('country')}
        value={typed.country}
        onChange={(country) => onChange({ ...typed, country: country.toUpperCase() })}
        maxLength={2}
        placeholder={t('countryExample')}
      />
      <TextField
        label={t('cohort')}
        value={typed.cohort}
        onChange={(cohort) => onChange({ ...typed, cohort })}
        maxLength={7}
        placeholder={t('cohortExample')}
      />
    </div>
  )
}
