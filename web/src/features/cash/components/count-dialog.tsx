'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { MoneyField } from '@/components/ui/money-field'
import { NumberField } from '@/components/ui/number-field'
import { useFormat } from '@/lib/use-format'
import { closeShift, type CashShift, type CashSum } from '../api'
import { sumOf, type Coins } from '../model'
import { DeedDialog } from './deed-dialog'

type Typed = { coins: Coins; total: number | null; reason: string }
const nothing: Typed = { coins: {}, total: null, reason: '' }
type Props = { shift: CashShift; currency: string; onClose: () => void }

/**
 * The count that ends a shift: coin by coin, or the sum at once.
 *
 * What there should be is not said before something was counted: whoever knows it counts towards it.
 */
export function CountDialog({ shift, onClose }: Props) {
  const t = useTranslations('cash')
  const [typed, setTyped] = useState<Record<string, Typed>>({})
  const of = (currency: string) => typed[currency] ?? nothing
  const isReady = shift.sums.every((sum) => {
    const own = of(sum.currency)
    const amount = amountOf(own)
    return amount !== null && (amount === sum.expected || own.reason.trim() !== '')
  })
  const counts = () =>
    shift.sums.map(({ currency }) => {
      const { coins, reason } = of(currency)
      return { currency, amount: amountOf(of(currency)) ?? 0, denominations: coins, reason }
    })
  return (
    <DeedDialog
      size="lg"
      title={t('countTitle', { name: shift.drawer })}
      label={t('close')}
      isReady={isReady}
      act={() => closeShift(shift.id, shift.version, counts())}
      onClose={onClose}
    >
      {shift.sums.length === 0 && <p className="text-soft">{t('nothingMoved')}</p>}
      {shift.sums.map((sum) => (
        <Currency
          key={sum.currency}
          sum={sum}
          typed={of(sum.currency)}
          onChange={(next) => setTyped({ ...typed, [sum.currency]: next })}
        />
      ))}
    </DeedDialog>
  )
}

const hasCoins = ({ coins }: Typed) => Object.values(coins).some((count) => count > 0)
const amountOf = (typed: Typed) => (hasCoins(typed) ? sumOf(typed.coins) : typed.total)

type CurrencyProps = { sum: CashSum; typed: Typed; onChange: (typed: Typed) => void }

function Currency({ sum, typed, onChange }: CurrencyProps) {
  const t = useTranslations('cash')
  const format = useFormat()
  const setCoin = (coin: number, count: number | null) => {
    const others = Object.entries(typed.coins).filter(([known]) => known !== String(coin))
    onChange({ ...typed, coins: Object.fromEntries(count ? [...others, [String(coin), count]] : others) })
  }
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 font-semibold">{t('coins')}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {sum.coins.map((coin) => (
          <NumberField
            key={coin}
            label={format.money(coin, sum.currency)}
            value={typed.coins[String(coin)] ?? null}
            onChange={(count) => setCoin(coin, count)}
            minValue={0}
            step={1}
          />
        ))}
      </div>
      {!hasCoins(typed) && (
        <MoneyField
          label={t('total')}
          hint={t('totalHint')}
          currency={sum.currency}
          value={typed.total}
          onChange={(total) => onChange({ ...typed, total })}
          minValue={0}
        />
      )}
      <Result sum={sum} typed={typed} onReason={(reason) => onChange({ ...typed, reason })} />
    </fieldset>
  )
}

type ResultProps = { sum: CashSum; typed: Typed; onReason: (reason: string) => void }

function Result({ sum, typed, onReason }: ResultProps) {
  const t = useTranslations('cash')
  const format = useFormat()
  const amount = amountOf(typed)
  if (amount === null) return null
  const difference = amount - sum.expected
  const money = (value: number) => format.money(value, sum.currency)
  return (
    <div className="space-y-3" role="status">
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        <dt>{t('counted')}</dt>
        <dd className="text-end">{money(amount)}</dd>
        <dt>{t('expected')}</dt>
        <dd className="text-end">{money(sum.expected)}</dd>
        <dt className="font-semibold">{t('difference')}</dt>
        <dd className={difference === 0 ? 'text-end font-semibold text-good' : 'text-end font-semibold text-warn'}>
          {money(difference)}
        </dd>
      </dl>
      {difference !== 0 && (
        <TextField label={t('why')} hint={t('whyHint')} value={typed.reason} onChange={onReason} maxLength={300} />
      )}
    </div>
  )
}
