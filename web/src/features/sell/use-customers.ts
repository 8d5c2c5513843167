'use client'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import type { CustomerRow } from '@/api/models'
import { useCan } from '@/lib/session'
import { useDebounced } from '@/lib/use-debounced'
import { customersQuery } from './api'
import { contactOf, type Contact } from './model'

const rest = 150

type Options = { onPick: (contact: Partial<Contact>) => void; onDone: () => void }

/** Customers found while typing: the arrows choose one, Enter takes them, or what was typed as it is. */
export function useCustomers({ onPick, onDone }: Options) {
  const mayLook = useCan('customer.view')
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const asked = useDebounced(typed.trim(), rest)
  const { data, isFetching } = useQuery({ ...customersQuery(asked), enabled: mayLook && asked.length > 1 })
  const isCurrent = asked === typed.trim() && !isFetching
  const found = typed.trim().length > 1 ? (data?.data ?? []).filter((row) => !row.is_anonymised) : []
  const pick = (row: CustomerRow) => {
    const { first_name, last_name, id } = row
    onPick({ first_name, last_name, email: row.email ?? '', phone: row.phone ?? '', customer_id: id })
    setTyped('')
    onDone()
  }
  const takeTyped = () => {
    if (!typed.trim()) return
    onPick({ ...contactOf(typed), customer_id: null })
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const row = found[active]
    if (step && found.length > 0) setActive((active + step + found.length + 1) % (found.length + 1))
    else if (event.key === 'Enter' && row && isCurrent) pick(row)
    else if (event.key === 'Enter') {
      takeTyped()
      onDone()
    } else if (event.key === 'Escape' && typed) setTyped('')
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
  }
  return { typed, type, found, active, onKeyDown, pick, takeTyped, isFetching }
}
