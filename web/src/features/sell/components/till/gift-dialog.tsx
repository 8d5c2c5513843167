'use client'
import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FailureText } from '@/components/pay/failure-text'
import { Tile } from '@/components/pay/tile'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { MoneyField } from '@/components/ui/money-field'
import { Notice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import { currencyDigits } from '@/lib/money'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useGifts, type GiftWish } from '../../use-gifts'

const blank: GiftWish = {
  purchased_amount: 0,
  recipient_name: '',
  recipient_email: null,
  sender_name: '',
  message: '',
  is_physical: true,
}

/** Sell a gift card: how much, for whom, and on paper or by e-mail. */
export function GiftDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('sell')
  const form = useId()
  const { adding } = useGifts()
  const [wish, setWish] = useState(blank)
  const isReady = wish.purchased_amount > 0 && (wish.is_physical || !!wish.recipient_email)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !adding.isPending) adding.mutate(wish, { onSuccess: onClose })
  }
  const footer = (
    <Button
      type="submit"
      form={form}
      look="primary"
      size="lg"
      className="grow"
      isDisabled={!isReady}
      isPending={adding.isPending}
    >
      {t('giftAdd')}
    </Button>
  )
  return (
    <Dialog title={t('giftCard')} isOpen onClose={onClose} footer={footer}>
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        <Worth value={wish.purchased_amount} onChange={(purchased_amount) => setWish({ ...wish, purchased_amount })} />
        <Receiver wish={wish} onChange={(some) => setWish({ ...wish, ...some })} />
        {adding.error && (
          <Notice tone="bad">
            <FailureText error={adding.error} />
          </Notice>
        )}
      </form>
    </Dialog>
  )
}

function Worth({ value, onChange }: { value: number; onChange: (amount: number) => void }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const currency = useSession()?.properties.currency ?? 'USD'
  const unit = 10 ** Math.max(2, currencyDigits(currency))
  return (
    <div className="space-y-3">
      <div role="group" aria-label={t('giftWorth')} className="grid grid-cols-4 gap-2">
        {[25, 50, 100, 200].map((one) => (
          <Tile key={one} isLarge isChosen={value === one * unit} onPress={() => onChange(one * unit)}>
            {format.moneyShort(one * unit, currency)}
          </Tile>
        ))}
      </div>
      <MoneyField
        label={t('giftWorth')}
        currency={currency}
        value={value || null}
        minValue={0}
        onChange={(amount) => onChange(amount ?? 0)}
      />
    </div>
  )
}

type ReceiverProps = { wish: GiftWish; onChange: (some: Partial<GiftWish>) => void }

function Receiver({ wish, onChange }: ReceiverProps) {
  const t = useTranslations('sell')
  const { recipient_email, is_physical } = wish
  return (
    <>
      <Switch isSelected={is_physical} onChange={(on) => onChange({ is_physical: on })} hint={t('giftPaperHint')}>
        {t('giftPaper')}
      </Switch>
      {!is_physical && (
        <TextField
          label={t('giftEmail')}
          type="email"
          value={recipient_email ?? ''}
          onChange={(email) => onChange({ recipient_email: email.trim() || null })}
          isRequired
        />
      )}
      <Greeting wish={wish} onChange={onChange} />
    </>
  )
}

function Greeting({ wish, onChange }: ReceiverProps) {
  const t = useTranslations('sell')
  const { recipient_name, sender_name, message } = wish
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('giftFor')}
          value={recipient_name}
          onChange={(name) => onChange({ recipient_name: name })}
          maxLength={120}
        />
        <TextField
          label={t('giftFrom')}
          value={sender_name}
          onChange={(name) => onChange({ sender_name: name })}
          maxLength={120}
        />
      </div>
      <TextField
        label={t('giftMessage')}
        value={message}
        onChange={(text) => onChange({ message: text })}
        rows={2}
        maxLength={600}
      />
    </>
  )
}
