'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { TextField } from '@/components/ui/field'
import { MoneyField } from '@/components/ui/money-field'
import { Press } from '@/components/ui/press'
import { currencyDigits } from '@/lib/money'
import { useFormat } from '@/lib/use-format'
import { methods } from '../closing'
import { quickAmounts } from '../model'
import type { Payment } from '../use-payment'

type Props = { payment: Payment; currency: string; deposit?: number; isLarge?: boolean }

/** How somebody pays at the counter: the kind of money, how much, and for cash what goes back. */
export function PaymentFields({ payment, currency, deposit = 0, isLarge }: Props) {
  const t = useTranslations('sell')
  const { pay } = payment
  return (
    <div className="space-y-4">
      <div role="group" aria-label={t('payBy')} className="grid grid-cols-3 gap-2">
        {methods.map((method) => (
          <Tile
            key={method}
            isLarge={isLarge}
            isChosen={method === pay.method}
            onPress={() => payment.setMethod(method)}
          >
            {t(`method_${method}`)}
          </Tile>
        ))}
      </div>
      <Sums payment={payment} currency={currency} />
      {deposit > 0 && deposit < payment.due && <Shares payment={payment} currency={currency} deposit={deposit} />}
      {pay.method === 'cash' ? (
        <Cash payment={payment} currency={currency} isLarge={isLarge} />
      ) : (
        <TextField label={t('reference')} value={pay.reference} onChange={payment.setReference} maxLength={100} />
      )}
    </div>
  )
}

function Sums({ payment, currency }: Pick<Props, 'payment' | 'currency'>) {
  const t = useTranslations('sell')
  const { pay } = payment
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <MoneyField
        label={t('amount')}
        currency={currency}
        value={pay.amount}
        minValue={0}
        maxValue={payment.due / 10 ** currencyDigits(currency)}
        onChange={payment.setAsked}
      />
      <MoneyField
        label={t('tip')}
        currency={currency}
        value={pay.tip_amount || null}
        minValue={0}
        onChange={(tip) => payment.setTip(tip ?? 0)}
      />
    </div>
  )
}

function Shares({ payment, currency, deposit }: Required<Pick<Props, 'payment' | 'currency' | 'deposit'>>) {
  const t = useTranslations('sell')
  const format = useFormat()
  const shares = [
    { amount: payment.due, words: t('wholeBalance', { amount: format.money(payment.due, currency) }) },
    { amount: deposit, words: t('deposit', { amount: format.money(deposit, currency) }) },
  ]
  return (
    <div role="group" aria-label={t('amount')} className="flex flex-wrap gap-2">
      {shares.map(({ amount, words }) => (
        <Tile key={words} isChosen={payment.pay.amount === amount} onPress={() => payment.setAsked(amount)}>
          {words}
        </Tile>
      ))}
    </div>
  )
}

/** What lies on the counter, and what goes back: large, since it is read across it. */
function Cash({ payment, currency, isLarge }: Pick<Props, 'payment' | 'currency' | 'isLarge'>) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { total, given, change, isEnough } = payment
  return (
    <div className="space-y-3">
      <MoneyField
        label={t('given')}
        currency={currency}
        value={given}
        minValue={0}
        onChange={payment.setGiven}
        error={isEnough ? undefined : t('notEnoughCash', { amount: format.money(total - (given ?? 0), currency) })}
      />
      <div role="group" aria-label={t('quickAmounts')} className="flex flex-wrap gap-2">
        {quickAmounts(total, currencyDigits(currency)).map((amount) => (
          <Tile key={amount} isLarge={isLarge} isChosen={given === amount} onPress={() => payment.setGiven(amount)}>
            {format.moneyShort(amount, currency)}
          </Tile>
        ))}
      </div>
      <p role="status" className="flex items-baseline justify-between gap-4 rounded-md bg-sunken px-4 py-3">
        <span className="font-medium">{t('change')}</span>
        <span className="text-2xl font-semibold tabular-nums">{format.money(change, currency)}</span>
      </p>
    </div>
  )
}

type TileProps = { isChosen: boolean; isLarge?: boolean; onPress: () => void; children: string }

function Tile({ isChosen, isLarge, onPress, children }: TileProps) {
  return (
    <Press
      aria-pressed={isChosen}
      onPress={onPress}
      className={cx(
        'min-w-0 rounded-md border px-3 text-sm font-medium text-balance tabular-nums',
        isLarge ? 'min-h-13' : 'min-h-11',
        isChosen ? 'border-accent bg-accent-wash text-accent' : 'border-line-strong hover:bg-sunken',
      )}
    >
      {children}
    </Press>
  )
}
