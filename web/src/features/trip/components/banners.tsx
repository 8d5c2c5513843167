'use client'
import { Clock, Flag, Lock, Trash2, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { clock } from '@/lib/clock'
import { late } from '@/lib/late'
import { useCountdown } from '@/lib/use-countdown'
import { useFormat } from '@/lib/use-format'
import { openDisputes } from '../disputes'
import { isLive } from '../model'
import type { Open } from '../open'
import { canRefundAny } from '../payments'
import { useDifferenceWords } from '../use-difference-words'
import { useTrip } from '../trip-context'
import { Banner } from './banner'

const DisputeBanners = late(() => import('./money/dispute-banners').then((file) => file.DisputeBanners))

const icon = 'size-4'

/** What stands in the way, runs out or happened meanwhile: above everything else on the page. */
export function Banners() {
  const { trip, news } = useTrip()
  const isDisputed = openDisputes(trip).length > 0
  // Each dispute says it with its sum and its day.
  const isSaid = isDisputed && trip.attention === 'payment_disputed'
  return (
    <div className="space-y-3 not-empty:mb-8 lg:not-empty:mb-5">
      {news.length > 0 && <NewsBanner />}
      {trip.status.slug === 'deleted' && <DeletedBanner />}
      {trip.lock && <LockBanner reason={trip.lock.reason} until={trip.lock.until} />}
      {isDisputed && <DisputeBanners />}
      {trip.attention && !isSaid && <AttentionBanner slug={trip.attention} />}
      {trip.status.slug === 'draft' && trip.hold_expires_at && <HoldBanner until={trip.hold_expires_at} />}
      {trip.status.slug === 'draft' && trip.is_expired && <ExpiredBanner />}
      {trip.flag && <FlagBanner />}
    </div>
  )
}

function NewsBanner() {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const { news, dismissNews } = useTrip()
  const say = useDifferenceWords()
  return (
    <Banner
      tone="info"
      icon={<Users aria-hidden className={icon} />}
      action={
        <Button size="sm" onPress={dismissNews}>
          {common('close')}
        </Button>
      }
    >
      <strong className="font-semibold">{t('meanwhile')}</strong> {news.map(say).join(' · ')}
    </Banner>
  )
}

function DeletedBanner() {
  const t = useTranslations('trip')
  return (
    <Banner tone="bad" icon={<Trash2 aria-hidden className={icon} />}>
      {t('isDeleted')}
    </Banner>
  )
}

const locks = ['checkout_in_progress', 'invoiced', 'channel', 'imported', 'period_closed'] as const

function LockBanner({ reason, until }: { reason: string; until: string | null }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { zone, may, open } = useTrip()
  const known = locks.find((one) => one === reason)
  return (
    <Banner
      tone="warn"
      icon={<Lock aria-hidden className={icon} />}
      action={
        may.unlock && (
          <Button size="sm" onPress={() => open({ kind: 'unlock' })}>
            {t('unlock')}
          </Button>
        )
      }
    >
      {known ? t(`lock_${known}`) : t('lock_other', { reason })}
      {until && ` ${t('lockUntil', { when: format.instant(until, zone) })}`}
    </Banner>
  )
}

const attentions = [
  'paid_without_seats',
  'paid_too_little',
  'refund_failed',
  'payment_disputed',
  'refund_pending_funds',
  'books_differ',
  'charge_failed',
  'capture_failed',
  'hold_failed',
  'balance_unasked',
  'overpaid',
  'hand_back',
] as const

const unpaid = new Set(['paid_too_little', 'charge_failed', 'capture_failed', 'hold_failed', 'balance_unasked'])

function AttentionBanner({ slug }: { slug: string }) {
  const t = useTranslations('trip')
  const known = attentions.find((one) => one === slug)
  return (
    <Banner tone="warn" icon={<Flag aria-hidden className={icon} />} action={<AttentionDeed slug={slug} />}>
      {known ? t(`attention_${known}`) : slug}
    </Banner>
  )
}

/** What somebody would do about it next. */
function AttentionDeed({ slug }: { slug: string }) {
  const t = useTranslations('trip')
  const money = useTranslations('money')
  const { trip, may, open } = useTrip()
  const order = trip.tripOrders.find(isLive)
  const failed = trip.payments.find((one) => one.is_open_refund)
  const button = (label: string, what: Open) => (
    <Button size="sm" onPress={() => open(what)}>
      {label}
    </Button>
  )
  if (slug === 'paid_without_seats' && may.rebook && order) {
    return button(t('step_expired'), { kind: 'rebook', order: order.id })
  }
  if (unpaid.has(slug) && may.pay && trip.totals.balance > 0) return button(money('take'), { kind: 'pay' })
  if (!may.refund) return null
  if (slug === 'refund_failed' && failed) {
    return button(money('refundAgain'), { kind: 'refundAgain', payment: failed.id })
  }
  const isToGoBack = slug === 'overpaid' || slug === 'hand_back' || slug === 'paid_without_seats'
  return isToGoBack && canRefundAny(trip) ? button(money('refund'), { kind: 'refund' }) : null
}

/** How long the seats of a draft are still kept; said aloud once, not every second. */
function HoldBanner({ until }: { until: string }) {
  const t = useTranslations('trip')
  const left = useCountdown(new Date(until).getTime())
  if (left === 0) return <ExpiredBanner />
  return (
    <Banner tone={left < 120 ? 'warn' : 'info'} icon={<Clock aria-hidden className={icon} />} isLive={false}>
      {t('heldFor')} <span className="font-semibold tabular-nums">{clock(left)}</span>
    </Banner>
  )
}

function ExpiredBanner() {
  const t = useTranslations('trip')
  return (
    <Banner tone="warn" icon={<Clock aria-hidden className={icon} />}>
      {t('expired')}
    </Banner>
  )
}

function FlagBanner() {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip, zone, may, open } = useTrip()
  if (!trip.flag) return null
  const { comment, assignee, flagged_by, flagged_at } = trip.flag
  return (
    <Banner
      tone="bad"
      icon={<Flag aria-hidden className={icon} />}
      isLive={false}
      action={
        may.note && (
          <Button size="sm" onPress={() => open({ kind: 'clearFlag' })}>
            {t('clearFlag')}
          </Button>
        )
      }
    >
      <span className="font-semibold whitespace-pre-line">{comment}</span>
      <span className="block">
        {[flagged_by?.name, format.instant(flagged_at, zone), assignee && t('forWhom', { who: assignee.name })]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Banner>
  )
}
