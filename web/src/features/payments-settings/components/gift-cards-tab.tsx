'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { General } from '@/api/models'
import { FormRadio, FormSwitch } from '@/components/form-choices'
import { FormMoney, FormNumber } from '@/components/form-fields'
import { SettingsForm } from '@/components/settings/settings-form'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { OwnDesigns } from './own-designs'

const pick = ({ settings }: General) => ({ gift_cards: settings.gift_cards })
const shown = ['promo_months', 'purchased_months', 'online_min_amount', 'online_max_amount'].map(
  (name) => `gift_cards.${name}`,
)
const taxModes = ['multi_purpose', 'single_purpose'] as const

/** How gift cards are taxed, when they run out, and what guests may buy by themselves. */
export default function GiftCardsTab({ general }: { general: General }) {
  const mayManage = useCan('giftcard.manage')
  return (
    <div className="max-w-3xl space-y-8">
      <Settings general={general} />
      {mayManage && <OwnDesigns />}
    </div>
  )
}

function Settings({ general }: { general: General }) {
  const t = useTranslations('payments')
  return (
    <SettingsForm tab="payments-giftCards" general={general} pick={pick} shown={shown}>
      <p className="text-soft">
        {t('giftCardsText')}{' '}
        <AppLink to="giftCards" params={{}} className="underline underline-offset-4">
          {t('toGiftCards')}
        </AppLink>
      </p>
      <Expiry />
      <Card title={t('giftCardTax')}>
        <FormRadio
          name="gift_cards.tax_mode"
          label={t('giftCardTax')}
          isLabelHidden
          options={taxModes.map((id) => ({ id, name: t(`tax_${id}`), note: t(`tax_${id}_note`) }))}
        />
      </Card>
      <Online currency={general.settings.currency} />
    </SettingsForm>
  )
}

function Expiry() {
  const t = useTranslations('payments')
  return (
    <Card title={t('expiry')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormNumber
          name="gift_cards.purchased_months"
          label={t('purchasedMonths')}
          hint={t('purchasedMonthsHint')}
          minValue={1}
          maxValue={240}
        />
        <FormNumber
          name="gift_cards.promo_months"
          label={t('promoMonths')}
          hint={t('promoMonthsHint')}
          minValue={1}
          maxValue={240}
        />
        <div className="sm:col-span-2">
          <FormSwitch name="gift_cards.is_promo_first" hint={t('promoFirstHint')}>
            {t('promoFirst')}
          </FormSwitch>
        </div>
      </div>
    </Card>
  )
}

function Online({ currency }: { currency: string }) {
  const t = useTranslations('payments')
  const isSold = useWatch({ name: 'gift_cards.is_sold_online' }) as boolean
  return (
    <Card title={t('onlineSale')}>
      <div className="space-y-5">
        <FormSwitch name="gift_cards.is_sold_online" hint={t('soldOnlineHint')}>
          {t('soldOnline')}
        </FormSwitch>
        {isSold && (
          <div className="grid gap-5 sm:grid-cols-2">
            <FormMoney name="gift_cards.online_min_amount" label={t('onlineMin')} currency={currency} minValue={0} />
            <FormMoney name="gift_cards.online_max_amount" label={t('onlineMax')} currency={currency} minValue={0} />
          </div>
        )}
      </div>
    </Card>
  )
}
