'use client'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/page-header'
import { dayIn } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'

const sources = ['staff', 'phone', 'form', 'checkout', 'import'] as const

/** What the person allows, since when, and where they said so. */
export function ConsentCard({ customer, zone }: { customer: CustomerFull; zone: string }) {
  const t = useTranslations('customers')
  const format = useFormat()
  const { marketing, unsubscribed_at } = customer
  const day = (at: string) => format.day(dayIn(zone, new Date(at)), 'medium')
  const source = sources.find((one) => one === marketing.source)
  return (
    <Card title={t('field_marketing')}>
      {marketing.at ? (
        <>
          <ul className="space-y-2">
            <Consent name={t('byEmail')} isGiven={marketing.email_opt_in} />
            <Consent name={t('bySms')} isGiven={marketing.sms_opt_in} />
          </ul>
          <p className="mt-3 text-sm text-faint">
            {t('saidOn', { date: day(marketing.at), source: source ? t(`source_${source}`) : '' })}
          </p>
        </>
      ) : (
        <p className="text-faint">{t('neverAsked')}</p>
      )}
      {unsubscribed_at && (
        <p className="mt-2 text-sm text-faint">{t('unsubscribedOn', { date: day(unsubscribed_at) })}</p>
      )}
    </Card>
  )
}

function Consent({ name, isGiven }: { name: string; isGiven: boolean }) {
  const t = useTranslations('customers')
  return (
    <li className="flex items-center justify-between gap-3">
      <bdi>{name}</bdi>
      <Badge tone={isGiven ? 'good' : 'neutral'}>{t(isGiven ? 'allowed' : 'notAllowed')}</Badge>
    </li>
  )
}
