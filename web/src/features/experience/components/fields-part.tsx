'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SquareStack, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AssignedField, ExperienceFull } from '@/api/models'
import { IconButton } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/page-header'
import { ReorderList } from '@/components/ui/reorder-list'
import { Select } from '@/components/ui/select'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { toast } from '@/lib/toast'
import { assignedQuery, assignField, pendingQuery, removeField, reorderAssigned } from '../api'
import { Waiting } from './frame'

/** What this experience asks its guests beside name and contact, in the order it asks. */
export default function FieldsPart({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  const assigned = useQuery(assignedQuery(experience.id))
  const pending = useQuery(pendingQuery(experience.id))
  const change = useFieldChange(experience.id)
  if (assigned.error && !assigned.data) return <ErrorState error={assigned.error} onRetry={assigned.refetch} />
  if (!assigned.data) return <Waiting />
  const rows = assigned.data.customFields
  const free = pending.data?.customFields ?? []
  if (rows.length === 0 && pending.data && free.length === 0) {
    return <Nothing />
  }
  return (
    <div className="max-w-3xl">
      <Card title={t('part_fields')}>
        <p className="mb-4 text-sm text-pretty text-soft">{t('fieldsText')}</p>
        {rows.length > 0 && (
          <ReorderList
            label={t('part_fields')}
            items={rows.map((row) => ({ ...row, id: row.custom_field.id, name: row.custom_field.name }))}
            onReorder={(ids) => change.mutate({ ids })}
            isDisabled={rows.length < 2}
            row={(row) => <FieldRow row={row} onChange={change.mutate} />}
          />
        )}
        {free.length > 0 && (
          <div className="mt-4 max-w-sm">
            <Select
              label={t('addField')}
              options={free.map(({ id, name, label }) => ({ id, name, note: label }))}
              value={null}
              onChange={(add) => change.mutate({ add })}
              isDisabled={change.isPending}
            />
          </div>
        )}
      </Card>
    </div>
  )
}

function Nothing() {
  const t = useTranslations('experience')
  return (
    <EmptyState icon={<SquareStack aria-hidden className="size-6" />} title={t('noFields')} text={t('noFieldsText')}>
      <AppLink to="customFields" params={{}} className={buttonClass('primary')}>
        {t('toFields')}
      </AppLink>
    </EmptyState>
  )
}

type Change = { ids: number[] } | { add: number; isRequired?: boolean | null } | { remove: number }

const needs = ['own', 'yes', 'no'] as const

function FieldRow({ row, onChange }: { row: AssignedField; onChange: (change: Change) => void }) {
  const t = useTranslations('experience')
  const { id, name, label } = row.custom_field
  const need = row.is_required_here === null ? 'own' : row.is_required_here ? 'yes' : 'no'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 ps-1">
      <div className="min-w-0 grow">
        <p className="font-medium">{name}</p>
        <p className="truncate text-sm text-soft">{label}</p>
      </div>
      <Select
        label={t('needOf', { name })}
        isLabelHidden
        className="w-44"
        options={needs.map((one) => ({
          id: one,
          name: one === 'own' ? t(row.custom_field.is_required ? 'need_ownYes' : 'need_ownNo') : t(`need_${one}`),
        }))}
        value={need}
        onChange={(next) => onChange({ add: id, isRequired: next === 'own' ? null : next === 'yes' })}
      />
      <IconButton label={t('removeField', { name })} onPress={() => onChange({ remove: id })}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function useFieldChange(experience: number) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = assignedQuery(experience)
  return useMutation({
    mutationFn: (change: Change) => {
      if ('ids' in change) return reorderAssigned(experience, change.ids)
      if ('add' in change) return assignField(experience, change.add, change.isRequired ?? null)
      return removeField(experience, change.remove)
    },
    onMutate: (change) => {
      const before = queries.getQueryData(queryKey)
      if ('ids' in change && before) {
        const { ids } = change
        const place = (row: AssignedField) => ids.indexOf(row.custom_field.id)
        queries.setQueryData(queryKey, { customFields: before.customFields.toSorted((a, b) => place(a) - place(b)) })
      }
      return before
    },
    onSuccess: (now) => {
      queries.setQueryData(queryKey, now)
      void queries.invalidateQueries({ queryKey: pendingQuery(experience).queryKey })
    },
    onError: (error, _change, before) => {
      queries.setQueryData(queryKey, before)
      toast.error(errorText(error))
    },
  })
}
