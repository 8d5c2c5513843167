'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Plug } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PluginHead } from '@/api/models'
import { SetupHeader } from '@/components/setup-header'
import { Badge } from '@/components/ui/badge'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { pluginsQuery } from '../api'
import { PluginState, useCategory } from './plugin-state'

/** What connects the operator to other people's systems. */
export function PluginsScreen() {
  const t = useTranslations('plugins')
  const { data, error, refetch } = useQuery(pluginsQuery)
  return (
    <PageBody>
      <SetupHeader page="plugins" title={t('title')} text={t('text')} />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-56 rounded-xl" />}
      {data?.length === 0 && (
        <EmptyState icon={<Plug aria-hidden className="size-6" />} title={t('emptyTitle')} text={t('emptyText')} />
      )}
      <ul className="grid gap-4 md:grid-cols-2">
        {data?.map((plugin) => (
          <PluginCard key={plugin.slug} plugin={plugin} />
        ))}
      </ul>
    </PageBody>
  )
}

function PluginCard({ plugin }: { plugin: PluginHead }) {
  const t = useTranslations('plugins')
  const category = useCategory()
  return (
    <li>
      <AppLink
        to="plugin"
        params={{ plugin: plugin.slug }}
        prefetch={false}
        className="flex h-full items-center gap-4 rounded-xl border bg-surface p-4 hover:border-line-strong sm:p-5"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-md bg-accent-wash text-lg font-semibold text-accent">
          {plugin.title.slice(0, 1)}
        </span>
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{plugin.title}</span>
            <PluginState isOn={plugin.is_enabled} />
            {plugin.failing_cnt > 0 && <Badge tone="bad">{t('failing', { count: plugin.failing_cnt })}</Badge>}
          </span>
          <span className="block text-sm text-faint">
            {category(plugin.category)} · {t('version', { version: plugin.version })}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
      </AppLink>
    </li>
  )
}
