'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { callsKey } from '@/components/calls/api'
import type { CallNumber } from '@/components/calls/types'
import { FormDialog } from '@/components/form-dialog'
import { FormSelect } from '@/components/form-choices'
import { FormText } from '@/components/form-fields'
import { tableQuery } from '@/components/table/api'
import { formatPhone } from '@/lib/phone'
import { toast } from '@/lib/toast'
import { saveNumber } from '../api'

const schema = z.object({ number: z.string(), label: z.string(), trip_source_id: z.number() })
// Choices have an id each: this one is none.
const noSource = 0

/** What a number is called, and what a sale after a call to it counts as. */
export function NumberDialog({ row, onClose }: { row: CallNumber | null; onClose: () => void }) {
  const t = useTranslations('callSettings')
  const queries = useQueryClient()
  const { data } = useQuery(tableQuery('trips'))
  const sources = data?.columns.find((column) => column.key === 'trip_source')?.options ?? []
  const values = { number: row?.number ?? '', label: row?.label ?? '', trip_source_id: row?.trip_source_id ?? noSource }
  return (
    <FormDialog
      title={row ? formatPhone(row.number) : t('addNumber')}
      values={values}
      schema={schema}
      shown={['number', 'label', 'trip_source_id']}
      save={({ trip_source_id, ...typed }) => saveNumber({ ...typed, trip_source_id: trip_source_id || null })}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: callsKey })
        toast.success(t('saved'))
        onClose()
      }}
      onClose={onClose}
    >
      {!row && <FormText name="number" label={t('number')} type="tel" maxLength={40} autoComplete="off" />}
      <FormText name="label" label={t('label')} hint={t('labelHint')} maxLength={80} />
      <FormSelect
        name="trip_source_id"
        label={t('source')}
        hint={t('sourceHint')}
        options={[{ id: noSource, name: t('noSource') }, ...sources.map(({ id, name }) => ({ id: Number(id), name }))]}
      />
    </FormDialog>
  )
}
