'use client'
import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Dashboard, ReviewSummary } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/lib/use-format'

/** What guests say: the average, how ratings fall, the latest words. */
export function ReviewsCard({ data }: { data: Dashboard | undefined }) {
  const t = useTranslations('dashboard')
  if (!data) return <Skeleton className="h-96 rounded-xl" />
  return (
    <Card title={t('reviews')}>
      {data.reviews.cnt === 0 ? (
        <p className="text-pretty text-soft">{t('noReviews')}</p>
      ) : (
        <Reviews summary={data.reviews} feelings={data.sentiments} />
      )}
    </Card>
  )
}

type Feelings = Dashboard['sentiments']

function Reviews({ summary, feelings }: { summary: ReviewSummary; feelings: Feelings }) {
  const t = useTranslations('dashboard')
  const format = useFormat()
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="text-2xl font-semibold tabular-nums">{format.number(summary.avg ?? 0)}</span>
        <span className="text-sm text-faint">{t('ofFive', { count: summary.cnt })}</span>
      </p>
      <Distribution summary={summary} />
      <p className="mt-3 text-sm text-soft">
        {t('feelings', { positive: feelings.positive, neutral: feelings.neutral, negative: feelings.negative })}
      </p>
      <ul className="mt-4 space-y-3 border-t pt-4">
        {summary.latest.slice(0, 3).map((review) => (
          <li key={review.id} className="text-sm">
            <Stars rating={review.rating} />
            <p className="mt-0.5 line-clamp-3 text-pretty text-soft">{review.text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

function Distribution({ summary }: { summary: ReviewSummary }) {
  const format = useFormat()
  const most = Math.max(1, ...summary.distribution.map((row) => row.cnt))
  return (
    <ul className="mt-3 space-y-1">
      {summary.distribution.toReversed().map((row) => (
        <li key={row.rating} className="grid grid-cols-[1rem_1fr_2rem] items-center gap-2 text-sm tabular-nums">
          <span>{row.rating}</span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden className="h-2 w-full rounded-full bg-sunken">
            <rect height="1" width={(row.cnt / most) * 100} className="fill-warn-fill" />
          </svg>
          <span className="text-right text-faint">{format.number(row.cnt)}</span>
        </li>
      ))}
    </ul>
  )
}

function Stars({ rating }: { rating: number }) {
  const t = useTranslations('dashboard')
  return (
    <span role="img" aria-label={t('stars', { count: rating })} className="flex gap-0.5">
      {[1, 2, 3, 4, 5].map((place) => (
        <Star
          key={place}
          aria-hidden
          className={`size-3.5 ${place <= rating ? 'fill-warn-fill text-warn-fill' : 'text-line-strong'}`}
        />
      ))}
    </span>
  )
}
