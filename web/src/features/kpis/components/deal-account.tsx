'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SalesDeal } from '@/api/platform-models'
import { useField } from '@/components/form-fields'
import { Select } from '@/components/ui/select'
import { TextField } from '@/components/ui/field'
import { useDebounced } from '@/lib/use-debounced'
import { operatorChoicesQuery } from '../api'

const NOBODY = 0

/** The operator that a deal became: found by name, or none. */
export function DealAccount({ deal }: { deal: SalesDeal | null }) {
  const t = useTranslations('kpis')
  const { value, onChange, error } = useField<number | null>('account_id')
  const [search, setSearch] = useState('')
  const { data } = useQuery({ ...operatorChoicesQuery(useDebounced(search, 250)), placeholderData: keepPreviousData })
  const found = (data?.data ?? []).filter((one) => !one.is_demo).map(({ id, name }) => ({ id, name }))
  const linked = deal?.account_id ? [{ id: deal.account_id, name: deal.account_name ?? '' }] : []
  const others = found.filter((one) => one.id !== deal?.account_id)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label={t('findOperator')} value={search} onChange={setSearch} type="search" />
      <Select
        label={t('operator')}
        value={value ?? NOBODY}
        onChange={(id) => onChange(id === NOBODY ? null : id)}
        options={[{ id: NOBODY, name: t('noOperator') }, ...linked, ...others]}
        error={error}
      />
    </div>
  )
}
