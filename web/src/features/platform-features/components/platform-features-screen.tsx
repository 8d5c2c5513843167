'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Feature } from '@/api/platform-models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'
import { featuresQuery } from '../api'
import { DemoCard } from './demo-card'
import { OverrideDialog, ShareDialog } from './feature-dialogs'

const names = ['bulk_messages', 'api_keys', 'imports', 'partner_channels'] as const
type Open = { what: 'share' | 'override'; feature: Feature } | null

/** What can be switched off: for all operators, for some, or for one. */
export function PlatformFeaturesScreen() {
  const t = useTranslations('platformFeatures')
  const { data, error, refetch } = useQuery(featuresQuery)
  const [open, setOpen] = useState<Open>(null)
  useTitle(t('title'))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')} />
      {data ? (
        <div className="space-y-5">
          {data.data.map((feature) => (
            <FeatureCard key={feature.feature} feature={feature} onOpen={setOpen} />
          ))}
          <DemoCard />
        </div>
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
      {open?.what === 'share' && <ShareDialog feature={open.feature} onClose={() => setOpen(null)} />}
      {open?.what === 'override' && <OverrideDialog feature={open.feature} onClose={() => setOpen(null)} />}
    </PageBody>
  )
}

function FeatureCard({ feature, onOpen }: { feature: Feature; onOpen: (open: Open) => void }) {
  const t = useTranslations('platformFeatures')
  const format = useFormat()
  const name = names.find((one) => one === feature.feature)
  const share = feature.share_percent ?? (feature.is_on ? 100 : 0)
  return (
    <Card
      title={name ? t(`name_${name}`) : feature.feature}
      actions={<Badge tone={share === 100 ? 'good' : 'warn'}>{t('share', { percent: share })}</Badge>}
    >
      {name && <p className="max-w-prose text-pretty text-soft">{t(`text_${name}`)}</p>}
      <ul className="mt-2">
        {feature.overrides.map((one) => (
          <li key={one.slug} className="flex flex-wrap items-center gap-2 py-1.5">
            <bdi className="font-medium">{one.name}</bdi>
            <Badge tone={one.is_on ? 'good' : 'bad'}>{t(one.is_on ? 'on' : 'off')}</Badge>
            <span className="text-sm text-soft">{one.reason}</span>
          </li>
        ))}
      </ul>
      {feature.events[0] && (
        <p className="mt-2 text-sm text-faint">
          {t('last', { actor: feature.events[0].actor, at: format.instant(feature.events[0].at, 'UTC') })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" onPress={() => onOpen({ what: 'share', feature })}>
          {t('switchAll')}
        </Button>
        <Button size="sm" onPress={() => onOpen({ what: 'override', feature })}>
          {t('switchOne')}
        </Button>
      </div>
    </Card>
  )
}
