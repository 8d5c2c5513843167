'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Gift, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Addon, ExperienceFull } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Picture } from '@/components/ui/picture'
import { ReorderList } from '@/components/ui/reorder-list'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { addonsQuery, archiveAddon, archivedAddonsQuery, reorderAddons, restoreAddon } from '../addons-api'
import { useRefreshExperience } from '../api'
import { ArchivedAddons } from './archived-addons'
import { Waiting } from './frame'

const AddonDialog = late(() => import('./addon-dialog').then((file) => file.AddonDialog))

/** What guests can have beside the ticket: a lunch, a photo, a bigger boat. */
export default function AddonsPart({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  const { data, error, refetch } = useQuery(addonsQuery(experience.id))
  const [open, setOpen] = useState<Addon | 'new' | null>(null)
  const change = useAddonChange(experience.id)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  const rows = data.addons.filter((addon) => !addon.is_archived)
  const add = (size: 'sm' | 'md') => (
    <Button look="primary" size={size} onPress={() => setOpen('new')}>
      <Plus aria-hidden className="size-4" />
      {t('addAddon')}
    </Button>
  )
  return (
    <div className="max-w-3xl">
      {rows.length === 0 ? (
        <>
          <EmptyState icon={<Gift aria-hidden className="size-6" />} title={t('noAddons')} text={t('addonsText')}>
            {add('md')}
          </EmptyState>
          <ArchivedAddons experience={experience.id} />
        </>
      ) : (
        <Card title={t('part_addons')} actions={add('sm')}>
          <p className="mb-4 text-sm text-pretty text-soft">{t('addonsText')}</p>
          <Rows rows={rows} onOpen={setOpen} change={change.mutate} />
          <ArchivedAddons experience={experience.id} />
        </Card>
      )}
      {open && (
        <AddonDialog experience={experience} addon={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

type RowsProps = { rows: Addon[]; onOpen: (addon: Addon) => void; change: (change: Change) => void }

function Rows({ rows, onOpen, change }: RowsProps) {
  const t = useTranslations('experience')
  return (
    <ReorderList
      label={t('part_addons')}
      items={rows}
      onReorder={(ids) => change({ ids })}
      isDisabled={rows.length < 2}
      row={(addon) => (
        <AddonRow addon={addon} onOpen={() => onOpen(addon)} onArchive={() => change({ archive: addon })} />
      )}
    />
  )
}

function AddonRow({ addon, onOpen, onArchive }: { addon: Addon; onOpen: () => void; onArchive: () => void }) {
  const t = useTranslations('experience')
  const format = useFormat()
  const currency = useSession()?.properties.currency
  const choices = addon.values.filter((value) => value.is_active).map((value) => value.label)
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-md px-2 py-1 text-start hover:bg-sunken"
      >
        {addon.image && <Picture url={addon.image} sizes="44px" className="size-11 shrink-0 rounded-md" isSquare />}
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{addon.name}</span>
            {addon.is_required && <Badge tone="accent">{t('required')}</Badge>}
            {addon.stock_left !== null && (
              <Badge tone={addon.stock_left > 0 ? 'neutral' : 'bad'}>{t('left', { count: addon.stock_left })}</Badge>
            )}
          </span>
          <span className="block truncate text-sm text-soft tabular-nums">
            {currency && `${format.money(addon.price, currency)} ${t(`per_${addon.price_per}`)}`}
            {choices.length > 0 && <span className="text-faint"> · {format.shortList(choices)}</span>}
          </span>
        </span>
      </button>
      <IconButton label={t('archiveNamed', { name: addon.name })} onPress={onArchive}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

const inOrder = (addons: Addon[], ids: number[]) => addons.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

type Change = { ids: number[] } | { archive: Addon } | { restore: Addon }

function useAddonChange(experience: number) {
  const t = useTranslations('experience')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const refresh = useRefreshExperience(experience)
  const errorText = useErrorText()
  const { queryKey } = addonsQuery(experience)
  const change = useMutation({
    mutationFn: (change: Change) => {
      if ('ids' in change) return reorderAddons(experience, change.ids)
      if ('archive' in change) return archiveAddon(experience, change.archive.id)
      return restoreAddon(experience, change.restore.id)
    },
    onMutate: (change) => {
      const before = queries.getQueryData(queryKey)
      if ('ids' in change && before) queries.setQueryData(queryKey, { addons: inOrder(before.addons, change.ids) })
      return before
    },
    onSuccess: (now, change) => {
      queries.setQueryData(queryKey, now)
      void queries.invalidateQueries({ queryKey: archivedAddonsQuery(experience).queryKey })
      refresh()
      if ('archive' in change) {
        toast(t('archived', { name: change.archive.name }), {
          action: { label: common('undo'), onClick: () => restore(change.archive) },
        })
      }
    },
    onError: (error, _change, before) => {
      queries.setQueryData(queryKey, before)
      toast.error(errorText(error))
    },
  })
  const restore = (addon: Addon) => change.mutate({ restore: addon })
  return change
}
