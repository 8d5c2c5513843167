'use client'
import { late } from '@/lib/late'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, SquareStack } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomField } from '@/api/models'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { PageBody } from '@/components/ui/page-header'
import { ReorderList } from '@/components/ui/reorder-list'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { AskedNew } from '@/lib/asked-new'
import { toast } from '@/lib/toast'
import { fieldsQuery, reorderFields } from '../api'
import { FieldLine } from './field-line'

const FieldDialog = late(() => import('./field-dialog').then((file) => file.FieldDialog))

/** What the operator asks beside name and contact. */
export function FieldsScreen() {
  const t = useTranslations('fields')
  const [open, setOpen] = useState<CustomField | 'new' | null>(null)
  return (
    <PageBody width="narrow">
      <AskedNew onAsk={() => setOpen('new')} />
      <SetupHeader page="customFields" title={t('title')} text={t('text')}>
        <Button look="primary" onPress={() => setOpen('new')}>
          <Plus aria-hidden className="size-4" />
          {t('new')}
        </Button>
      </SetupHeader>
      <Fields onOpen={setOpen} />
      {open && <FieldDialog field={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </PageBody>
  )
}

function Fields({ onOpen }: { onOpen: (field: CustomField | 'new') => void }) {
  const t = useTranslations('fields')
  const { data, error, refetch } = useQuery(fieldsQuery(false))
  const reorder = useReorder()
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-72 rounded-xl" />
  if (data.length === 0) {
    return (
      <EmptyState icon={<SquareStack aria-hidden className="size-6" />} title={t('emptyTitle')} text={t('emptyText')}>
        <Button look="primary" size="lg" onPress={() => onOpen('new')}>
          {t('new')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <ReorderList
      label={t('title')}
      items={data}
      onReorder={(ids) => reorder.mutate(ids)}
      row={(field) => <FieldLine field={field} onOpen={() => onOpen(field)} />}
    />
  )
}

function useReorder() {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = fieldsQuery(false)
  return useMutation({
    mutationFn: reorderFields,
    onMutate: (ids) => {
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (old) => old?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
      return before
    },
    onError: (error, _ids, before) => {
      queries.setQueryData(queryKey, before)
      toast.error(errorText(error))
    },
  })
}
