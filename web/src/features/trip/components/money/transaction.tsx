'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { KeyValues } from '@/components/ui/key-values'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { transactionQuery } from '../../api'
import { useTrip } from '../../trip-context'
import type { GatewayFacts, Payment } from '../../types'

/** The gateway's side of one payment: what it cost, when it is ours, and how sure the card is. */
export function Transaction({ payment }: { payment: Payment }) {
  const { data, error } = useQuery(transactionQuery(payment.id))
  if (error) return <ErrorState error={error} />
  if (!data) return <Skeleton className="m-4 h-40 w-64" />
  return <Facts facts={data} />
}

function Facts({ facts }: { facts: GatewayFacts }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip, zone } = useTrip()
  const { settled_fee, settled_net, platform_amount, available_at, risk_level, charge_id, receipt_url } = facts
  const currency = facts.settled_currency ?? trip.currency
  const money = (amount: number | null) => (amount === null ? t('notBooked') : format.money(amount, currency))
  const say = useGatewayWords()
  const card = [say.funding(facts.card_funding), say.country(facts.card_country)].filter(Boolean).join(' · ')
  const platform: [string, string][] = platform_amount > 0 ? [[t('platformFee'), money(platform_amount)]] : []
  return (
    <div className="max-w-sm space-y-4 p-4">
      <KeyValues
        rows={[
          [t('fee'), money(settled_fee)],
          ...platform,
          [t('net'), money(settled_net)],
          [t('payout'), available_at ? t('payoutFrom', { when: format.instant(available_at, zone) }) : t('noPayout')],
          [t('method_card'), card],
          [t('risk'), say.risk(risk_level)],
          [t('gatewayNumber'), <code className="text-xs break-all">{charge_id}</code>],
        ]}
      />
      {receipt_url && (
        <a href={receipt_url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'sm')}>
          {t('gatewayReceipt')}
        </a>
      )}
    </div>
  )
}

const fundings = ['credit', 'debit', 'prepaid'] as const
const risks = ['normal', 'elevated', 'highest'] as const

/** The gateway's own words in the reader's; a word that nobody knows yet stays as it is. */
function useGatewayWords() {
  const t = useTranslations('money')
  const { locale } = useFormat()
  return {
    funding: (word: string | null) => {
      const known = fundings.find((one) => one === word)
      return known ? t(`funding_${known}`) : word
    },
    risk: (word: string | null) => {
      const known = risks.find((one) => one === word)
      return known ? t(`risk_${known}`) : word
    },
    country: (code: string | null) => (code ? new Intl.DisplayNames(locale, { type: 'region' }).of(code) : null),
  }
}
