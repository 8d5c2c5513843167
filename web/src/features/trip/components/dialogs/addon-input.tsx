'use client'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import { Stepper } from '@/components/ui/stepper'
import { Switch } from '@/components/ui/switch'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { useTrip } from '../../trip-context'
import type { Addon, Booking, Order } from '../../types'
import { linesOf, useAddonDeeds } from '../../use-addon-deeds'
import { InlineText } from '../inline-text'

type Props = { addon: Addon; order: Order; booking: Booking | null }

/** One add-on with the control that suits it: on or off, one of several, so many, or a word. */
export function AddonInput(props: Props) {
  const { addon } = props
  const control = { toggle: Toggle, select: Choice, quantity: Quantity, text: Words }[addon.input]
  const Control = control
  return (
    <li className="py-3">
      <Control {...props} />
      {addon.description && <p className="mt-1 text-sm text-faint">{addon.description}</p>}
    </li>
  )
}

function usePrice(addon: Addon): string {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  return `${format.money(addon.price, trip.currency)} ${t(`per_${addon.price_per}`)}`
}

function Toggle({ addon, order, booking }: Props) {
  const put = useAddonDeeds(order, booking)
  const price = usePrice(addon)
  return (
    <Switch
      isSelected={linesOf(addon, order, booking).length > 0}
      onChange={(isOn) => put(addon, { qty: isOn ? 1 : 0 })}
      hint={price}
    >
      {addon.name}
    </Switch>
  )
}

function Choice({ addon, order, booking }: Props) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const put = useAddonDeeds(order, booking)
  const none = { id: 0, name: t('nothingChosen') }
  const options = addon.values.map((one) => ({
    id: one.id,
    name: `${isolate(one.label)} · ${format.money(addon.price + one.price_delta, trip.currency)}`,
  }))
  return (
    <Select
      label={addon.name}
      options={addon.is_required ? options : [none, ...options]}
      value={linesOf(addon, order, booking)[0]?.value_id ?? 0}
      onChange={(id) => put(addon, { qty: id === 0 ? 0 : 1, value_id: id || null })}
    />
  )
}

function Quantity({ addon, order, booking }: Props) {
  const t = useTranslations('trip')
  const put = useAddonDeeds(order, booking)
  const price = usePrice(addon)
  const qty = linesOf(addon, order, booking)[0]?.qty ?? 0
  return (
    <div className="flex items-center justify-between gap-4">
      <span>
        <span className="font-medium">{addon.name}</span>
        <span className="block text-sm text-soft tabular-nums">
          {price}
          {addon.stock_left !== null && ` · ${t('onShelf', { count: addon.stock_left })}`}
        </span>
      </span>
      <Stepper
        label={addon.name}
        value={qty}
        max={addon.max_qty ?? undefined}
        onChange={(to) => put(addon, { qty: to })}
      />
    </div>
  )
}

function Words({ addon, order, booking }: Props) {
  const put = useAddonDeeds(order, booking)
  const text = linesOf(addon, order, booking)[0]?.text_value ?? ''
  return (
    <InlineText
      label={addon.name}
      value={text}
      maxLength={400}
      isDisabled={false}
      onSave={(text_value) => put(addon, { qty: text_value ? 1 : 0, text_value })}
    />
  )
}
