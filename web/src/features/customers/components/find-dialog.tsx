'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { Dialog } from '@/components/ui/dialog'
import { SearchField } from '@/components/ui/search-field'
import { formatPhone } from '@/lib/phone'
import { useDebounced } from '@/lib/use-debounced'
import { findQuery } from '../api'
import { useCustomerName } from '../use-names'
import { MergeDialog } from './merge-dialog'

/** Find the other customer of a merge. */
export function FindDialog({ customer, onClose }: { customer: CustomerFull; onClose: () => void }) {
  const t = useTranslations('customers')
  const [search, setSearch] = useState('')
  const [other, setOther] = useState<number | null>(null)
  const asked = useDebounced(search.trim(), 250)
  const { data } = useQuery(findQuery(asked))
  const found = data?.data.filter((one) => one.id !== customer.id) ?? []
  if (other !== null) return <MergeDialog ids={[customer.id, other]} onClose={onClose} />
  return (
    <Dialog title={t('mergeWith')} isOpen onClose={onClose}>
      <SearchField
        label={t('searchCustomer')}
        placeholder={t('searchCustomer')}
        value={search}
        onChange={setSearch}
        autoFocus
      />
      <ul className="mt-3 min-h-40">
        {found.map((one) => (
          <Found key={one.id} one={one} onPick={() => setOther(one.id)} />
        ))}
        {asked.length > 1 && data && found.length === 0 && <li className="py-3 text-faint">{t('noOther')}</li>}
      </ul>
    </Dialog>
  )
}

type FoundProps = { one: Parameters<ReturnType<typeof useCustomerName>>[0]; onPick: () => void }

function Found({ one, onPick }: FoundProps) {
  const name = useCustomerName()(one)
  return (
    <li>
      <button
        type="button"
        onClick={onPick}
        className="block min-h-11 w-full rounded-md px-3 py-2 text-start hover:bg-sunken"
      >
        <span className="block font-medium">{name}</span>
        <span className="block text-sm break-all text-faint">
          {[one.email, one.phone && formatPhone(one.phone)].filter(Boolean).join(' · ')}
        </span>
      </button>
    </li>
  )
}
