'use client'
import { FileDown, Scale } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { useFormat } from '@/lib/use-format'
import { useNow } from '@/lib/use-now'
import { isAnswerable, openDisputes } from '../../disputes'
import { useTrip } from '../../trip-context'
import type { Dispute } from '../../types'
import { Banner } from '../banner'

/** Payments that a guest's bank questions: until when to answer, and what to answer with. */
export function DisputeBanners() {
  const { trip } = useTrip()
  return openDisputes(trip).map((dispute) => <DisputeBanner key={dispute.id} dispute={dispute} />)
}

function DisputeBanner({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip, zone, may } = useTrip()
  const { amount, status, evidence_due_at } = dispute
  const isAnswered = status === 'under_review'
  return (
    <Banner
      tone={isAnswered ? 'info' : 'bad'}
      icon={<Scale aria-hidden className="size-4" />}
      action={may.refund && <Actions dispute={dispute} />}
    >
      <strong className="font-semibold">
        {t('disputed', { amount: format.money(amount, trip.currency), reason: useReason(dispute) })}
      </strong>{' '}
      {isAnswered
        ? t('disputeWaits')
        : evidence_due_at && t('disputeUntil', { when: format.instant(evidence_due_at, zone) })}
    </Banner>
  )
}

function Actions({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('money')
  const now = useNow()
  const { open } = useTrip()
  const { id, payment_id } = dispute
  return (
    <span className="flex flex-wrap gap-2">
      <a
        href={`/api/payments/getTransaction?payment_id=${payment_id}&evidence=true`}
        download
        className={buttonClass('secondary', 'sm')}
      >
        <FileDown aria-hidden className="size-4" />
        {t('evidence')}
      </a>
      {isAnswerable(dispute, new Date(now)) && (
        <>
          <Button size="sm" onPress={() => open({ kind: 'disputeAccept', dispute: id })}>
            {t('accept')}
          </Button>
          <Button size="sm" look="primary" onPress={() => open({ kind: 'disputeAnswer', dispute: id })}>
            {t('answer')}
          </Button>
        </>
      )}
    </span>
  )
}

const reasons = [
  'fraudulent',
  'product_not_received',
  'product_unacceptable',
  'duplicate',
  'credit_not_processed',
  'unrecognized',
] as const

function useReason({ reason }: Dispute): string {
  const t = useTranslations('money')
  const known = reasons.find((one) => one === reason)
  return known ? t(`dispute_${known}`) : t('dispute_general')
}
