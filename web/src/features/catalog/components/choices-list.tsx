'use client'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AddonValueType } from '@/api/models'
import { choicesOf } from '@/features/experience/addons'
import { choicesQuery } from '@/features/experience/addons-api'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { archiveChoices, removedChoices, restoreChoices } from '../api'
import { useRemoval } from '../use-removal'
import { CatalogCard } from './catalog-card'
import { CatalogLine } from './catalog-line'
import { Removed } from './removed'

const ChoicesDialog = late(() => import('./choices-dialog').then((file) => file.ChoicesDialog))

/** Sets of choices that several add-ons offer. */
export default function ChoicesList() {
  const t = useTranslations('catalog')
  const format = useFormat()
  const { data, error, refetch } = useQuery(choicesQuery)
  const [open, setOpen] = useState<AddonValueType | 'new' | null>(null)
  const removal = useRemoval({
    queryKey: choicesQuery.queryKey,
    archive: archiveChoices,
    restore: restoreChoices,
    inUse: t('choicesInUse'),
  })
  return (
    <>
      <CatalogCard
        title={t('list_choices')}
        text={t('choicesText')}
        emptyTitle={t('noChoices')}
        icon={<ListChecks aria-hidden className="size-6" />}
        items={data?.addonValueTypes}
        error={error}
        onRetry={() => void refetch()}
        addLabel={t('addChoices')}
        onAdd={() => setOpen('new')}
        row={(set) => (
          <CatalogLine
            name={set.name}
            onOpen={() => setOpen(set)}
            onRemove={() => removal.remove(set)}
            facts={format.shortList(choicesOf(set).map((choice) => choice.label))}
          />
        )}
      >
        <Removed queryKey={choicesQuery.queryKey} read={removedChoices} removal={removal} />
      </CatalogCard>
      {open && <ChoicesDialog set={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  )
}
