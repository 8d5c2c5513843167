'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { readAddress, writeAddress } from '@/components/table/address'
import { Skeleton } from '@/components/ui/skeleton'
import { ageingQuery, type Ageing } from '@/components/invoices/api'
import { ageFilters, ages, type Age, type Direction } from '@/components/invoices/model'
import { useListQuery } from '../use-open-invoice'
import { usePlace } from '@/components/invoices/use-words'
import { AgeingCard } from '@/components/invoices/ageing'

/** What is unpaid in all above the list; a figure that is pressed shows its invoices, pressed again all of them. */
export function AgeingFilter() {
  const t = useTranslations('invoices')
  const { data, isPending } = useQuery(ageingQuery)
  const { today } = usePlace()
  const { query, show } = useListQuery()
  const asked = readAddress(query)
  const now = JSON.stringify(asked.filters ?? null)
  const isOn = (direction: Direction, age: Age | null) => now === JSON.stringify(ageFilters(direction, age, today))
  const press = (direction: Direction, age: Age | null) => {
    const filters = isOn(direction, age) ? undefined : ageFilters(direction, age, today)
    show(new URLSearchParams(writeAddress(query, { ...asked, view: 'all', filters, sort: filters && 'due_date' })))
  }
  if (isPending) return <Skeleton className="mb-6 h-32 rounded-xl" />
  if (!data?.length) return null
  const pressedOf = ({ direction }: Ageing) =>
    isOn(direction, null) ? 'total' : (ages.find((age) => isOn(direction, age)) ?? null)
  return (
    <div role="group" aria-label={t('unpaid')} className="mb-6 space-y-3">
      {data.map((row) => (
        <AgeingCard
          key={`${row.direction} ${row.currency}`}
          row={row}
          pressed={pressedOf(row)}
          onPress={(age) => press(row.direction, age)}
        />
      ))}
    </div>
  )
}
