'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { Stepper } from '@/components/ui/stepper'
import { useFormat } from '@/lib/use-format'
import { pricesQuery, type Price } from '../api'
import type { Method } from '../model'

type Props = {
  timeslot: number
  method: Method
  quantities: Record<string, number>
  onChange: (quantities: Record<string, number>) => void
  onEnter?: () => void
  isLarge?: boolean
  /** Tells the keyboard's way through a sale which order this is. */
  partKey: string
}

/** How many of each kind of guest go, with what each pays. */
export function GuestRows({ timeslot, method, quantities, onChange, onEnter, isLarge, partKey }: Props) {
  const { data, error, refetch } = useQuery(pricesQuery(timeslot, method))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  return (
    <ul data-part="guests" data-key={partKey} className="divide-y">
      {data.prices.map((price) => (
        <Row
          key={price.experience_customer_type_id}
          price={price}
          currency={data.currency}
          qty={quantities[String(price.experience_customer_type_id)] ?? 0}
          onChange={(qty) => onChange({ ...quantities, [String(price.experience_customer_type_id)]: qty })}
          onEnter={onEnter}
          isLarge={isLarge}
        />
      ))}
    </ul>
  )
}

type RowProps = Pick<Props, 'onEnter' | 'isLarge'> & {
  price: Price
  currency: string
  qty: number
  onChange: (qty: number) => void
}

function Row({ price, currency, qty, onChange, onEnter, isLarge }: RowProps) {
  const format = useFormat()
  const name = price.label || price.customer_type.name
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-faint tabular-nums">
          {price.original_price !== null && price.original_price !== price.price && (
            <s className="me-1.5">{format.money(price.original_price, currency)}</s>
          )}
          {format.money(price.price, currency)}
          <Ages price={price} />
        </p>
      </div>
      <Stepper label={name} value={qty} onChange={onChange} onEnter={onEnter} isLarge={isLarge} />
    </li>
  )
}

function Ages({ price: { min_age, max_age } }: { price: Price }) {
  const t = useTranslations('sell')
  if (min_age === null && max_age === null) return null
  return (
    <span>
      {' · '}
      {max_age === null ? t('ageFrom', { from: min_age ?? 0 }) : t('ageRange', { from: min_age ?? 0, to: max_age })}
    </span>
  )
}
