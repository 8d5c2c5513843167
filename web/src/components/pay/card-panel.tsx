'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { Switch } from '../ui/switch'
import { Bones, CardFields, type Fields } from './card-fields'
import { FailureText } from './failure-text'
import { HoldSwitch } from './hold-switch'
import { usePay } from './pay-context'
import { refusal, settled } from './settle'
import { Slot } from './slot'
import type { Intent } from './types'
import type { DeedSlot } from './use-charge'
import { useIntent } from './use-intent'

/** A card that somebody reads out or types: in the gateway's own fields. */
export function CardPanel({ slot }: { slot: DeedSlot }) {
  const t = useTranslations('pay')
  const { taking, change, sums } = usePay()
  const [fields] = useState(() => new Slot<Fields>())
  const [isReady, setReady] = useState(false)
  const { intent, error, settle, again } = useIntent(fields)
  useDeed(slot, fields, settle)
  return (
    <div className="space-y-3" data-ready={isReady || undefined}>
      {sums.total <= 0 && <p className="text-sm text-faint">{t('amountFirst')}</p>}
      {error && (
        <Notice tone="bad">
          <FailureText error={error} />
          <Button size="sm" className="mt-2" onPress={again}>
            {t('tryAgain')}
          </Button>
        </Notice>
      )}
      {intent ? (
        <CardFields intent={intent} fields={fields} onReady={setReady} />
      ) : (
        !error && sums.total > 0 && <Bones />
      )}
      <Switch isSelected={taking.isKept} onChange={(isKept) => change({ isKept })} hint={t('keepHint')}>
        {t('keepCard')}
      </Switch>
      <HoldSwitch />
    </div>
  )
}

/** What the button of the window does while the fields stand. */
function useDeed(slot: DeedSlot, fields: Slot<Fields>, settle: () => Promise<Intent>) {
  const { host, attempts, sums } = usePay()
  useEffect(() =>
    slot.put(async () => {
      const intent = await settle()
      const drawn = fields.content
      if (!drawn) throw new Error('The fields are not there.')
      const { stripe, elements } = drawn
      const confirmParams = { return_url: location.href }
      const { error } = await stripe.confirmPayment({ elements, redirect: 'if_required', confirmParams })
      if (error) throw refusal(error)
      return settled(host, attempts, intent.intent_id, sums.total)
    }),
  )
}
