'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { tableQuery } from '@/components/table/api'
import { TextField } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { useSale } from '../use-sale'
import { TripQuestions } from './order-extras'

const none = 0

export function DetailFields() {
  const t = useTranslations('sell')
  const { cart, store } = useSale()
  const columns = useQuery(tableQuery('trips')).data?.columns
  const sources = columns?.find((column) => column.key === 'trip_source')?.options ?? []
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('source')}
        options={[
          { id: none, name: t('noSource') },
          ...sources.map((source) => ({ id: Number(source.id), name: source.name })),
        ]}
        value={cart.source_id ?? none}
        onChange={(id) => store.change({ source_id: id || null })}
      />
      <TextField
        label={t('group')}
        value={cart.group_name}
        onChange={(group_name) => store.change({ group_name })}
        maxLength={200}
      />
      <TextField
        label={t('voucher')}
        value={cart.voucher}
        onChange={(voucher) => store.change({ voucher })}
        maxLength={64}
      />
      <div className="self-end empty:hidden">
        <TripQuestions />
      </div>
    </div>
  )
}
