'use client'
import { Tag, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { PriceList } from '@/components/price-list'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { useFormat } from '@/lib/use-format'
import { useTrip } from '../trip-context'
import type { Adjustment } from '../types'
import { useMoneyDeeds } from '../use-money-deeds'

/** What the trip costs, line by line, and what takes from it: codes, discounts, taxes that do not apply. */
export function MoneyCard() {
  const t = useTranslations('trip')
  const { trip, may, open } = useTrip()
  const actions = may.offer && (
    <Button size="sm" look="quiet" onPress={() => open({ kind: 'code' })}>
      <Tag aria-hidden className="size-4" />
      {t('code')}
    </Button>
  )
  return (
    <Card title={t('price')} actions={actions}>
      <PriceList trip={trip} isPriceOnly />
      <Reductions />
      <Terms />
    </Card>
  )
}

function Reductions() {
  const t = useTranslations('trip')
  const { trip, may } = useTrip()
  const deeds = useMoneyDeeds()
  if (trip.offerCodes.length + trip.adjustments.length === 0) return null
  return (
    <ul aria-label={t('reductions')} className="mt-4 space-y-1 border-t pt-3 text-sm">
      {trip.offerCodes.map((code) => (
        <Row
          key={code.id}
          name={code.code}
          note={code.public_description}
          amount={-Math.abs(code.amount)}
          onRemove={may.offer ? () => deeds.removeCode(code) : undefined}
        />
      ))}
      {trip.adjustments.map((one) => (
        <AdjustmentRow key={one.id} one={one} />
      ))}
    </ul>
  )
}

function AdjustmentRow({ one }: { one: Adjustment }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { may } = useTrip()
  const deeds = useMoneyDeeds()
  const share = one.ppm === null ? '' : ` ${format.number(Math.abs(one.ppm) / 10_000)} %`
  return (
    <Row
      name={(one.label || t('discount')) + share}
      note={one.reason}
      amount={one.amount}
      onRemove={may.reprice ? () => deeds.removeAdjustment(one) : undefined}
    />
  )
}

type RowProps = { name: string; note: string; amount: number | null; onRemove?: () => void }

function Row({ name, note, amount, onRemove }: RowProps) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  return (
    <li className="flex min-h-10 items-center gap-2">
      <span className="min-w-0 grow">
        <span className="font-medium">{name}</span>
        {note && <span className="block text-faint">{note}</span>}
      </span>
      {amount !== null && <span className="text-soft tabular-nums">{format.money(amount, trip.currency)}</span>}
      {onRemove && (
        <IconButton label={t('takeOff', { what: name })} onPress={onRemove} className="-me-2">
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </li>
  )
}

/** What is not as usual. */
function Terms() {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  if (!trip.is_tax_exempt && trip.deposit_override_amount === null) return null
  return (
    <div className="mt-4 flex flex-col gap-1.5 border-t pt-3 text-sm text-soft">
      {trip.is_tax_exempt && (
        <p>
          <Badge tone="warn">{t('taxExempt')}</Badge> {trip.tax_certificate}
        </p>
      )}
      {trip.deposit_override_amount !== null && <p>{t('depositByHand')}</p>}
    </div>
  )
}
