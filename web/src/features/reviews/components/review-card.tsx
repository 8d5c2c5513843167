'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ReviewRow } from '@/api/models'
import { Isolated } from '@/components/isolated'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { useCan, useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { publishReview, reviewsKey } from '../api'

const AnswerDialog = late(() => import('./answer-dialog').then((file) => file.AnswerDialog))
const sites = ['internal', 'google', 'tripadvisor'] as const

/** One review with what was said to it, and what can be done with it. */
export function ReviewCard({ review }: { review: ReviewRow }) {
  const t = useTranslations('reviews')
  const [isAnswering, setAnswering] = useState(false)
  const canChange = useCan('crm.manage')
  return (
    <li className="rounded-xl border bg-surface p-4 sm:p-5">
      <Head review={review} />
      {review.text && (
        <p className="mt-3 break-words whitespace-pre-line" dir="auto">
          {review.text}
        </p>
      )}
      {review.reply_text && (
        <div className="mt-3 border-s-2 ps-4 text-sm">
          <p className="font-medium">{t('yourAnswer')}</p>
          <p className="break-words whitespace-pre-line text-soft" dir="auto">
            {review.reply_text}
          </p>
        </div>
      )}
      {canChange && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button onPress={() => setAnswering(true)}>{t(review.reply_text ? 'changeAnswer' : 'answer')}</Button>
          <Publish review={review} />
        </div>
      )}
      {isAnswering && <AnswerDialog review={review} onClose={() => setAnswering(false)} />}
    </li>
  )
}

function Head({ review }: { review: ReviewRow }) {
  const t = useTranslations('reviews')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const site = sites.find((one) => one === review.source) ?? 'internal'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span role="img" aria-label={t('stars', { count: review.rating })} className="text-lg leading-none text-warn">
        {'★'.repeat(review.rating)}
        <span className="text-faint">{'☆'.repeat(5 - review.rating)}</span>
      </span>
      {review.nps !== null && <Badge tone="neutral">{t('nps', { points: review.nps })}</Badge>}
      {review.is_published && <Badge tone="good">{t('published')}</Badge>}
      {site !== 'internal' && <Badge tone="neutral">{t(`site_${site}`)}</Badge>}
      <span className="grow" />
      <span className="text-sm text-faint tabular-nums">{format.instant(review.created_at, zone)}</span>
      <p className="flex w-full flex-wrap gap-x-2 text-sm text-soft">
        {review.customer && <Writer customer={review.customer} />}
        {review.experience && <Isolated>{review.experience.name}</Isolated>}
        {review.trip_id !== null && (
          <AppLink to="trip" params={{ trip: String(review.trip_id) }} prefetch={false} className="underline">
            {t('openTrip')}
          </AppLink>
        )}
      </p>
    </div>
  )
}

function Writer({ customer }: { customer: NonNullable<ReviewRow['customer']> }) {
  const t = useTranslations('reviews')
  return (
    <AppLink
      to="customer"
      params={{ customer: String(customer.id) }}
      prefetch={false}
      className="font-medium underline"
    >
      <Isolated>{customer.name || t('unnamed')}</Isolated>
    </AppLink>
  )
}

function Publish({ review }: { review: ReviewRow }) {
  const t = useTranslations('reviews')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const change = useMutation({
    mutationFn: () => publishReview(review.id, !review.is_published),
    onSuccess: (answer) => {
      toast.success(t(answer.is_published ? 'nowPublished' : 'nowHidden'))
      return queries.invalidateQueries({ queryKey: reviewsKey })
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (!review.may_publish && !review.is_published) return <span className="text-sm text-faint">{t('notAgreed')}</span>
  return (
    <Button look="quiet" onPress={() => change.mutate()} isPending={change.isPending}>
      {t(review.is_published ? 'unpublish' : 'publish')}
    </Button>
  )
}
