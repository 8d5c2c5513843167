'use client'
import { Clock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Notice } from '@/components/ui/notice'
import { useCountdown } from '@/lib/use-countdown'
import { clock } from '@/lib/clock'
import { useSale } from '../use-sale'

const soon = 120

/** How long the seats are still kept; told aloud once it gets short, and taken again with one press. */
export function HoldClock() {
  const { trip } = useSale()
  const until = trip?.hold_expires_at
  return until ? <Running key={until} until={until} /> : null
}

function Running({ until }: { until: string }) {
  const t = useTranslations('sell')
  const { store, saving } = useSale()
  const left = useCountdown(new Date(until).getTime())
  if (left === 0) {
    return (
      <Notice tone="warn">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {t('holdOver')}
          <Button size="sm" isPending={saving === 'waiting'} onPress={() => void store.again().catch(() => undefined)}>
            {t('holdAgain')}
          </Button>
        </span>
      </Notice>
    )
  }
  return (
    <p
      className={cx(
        'flex items-center gap-1.5 text-sm tabular-nums',
        left <= soon ? 'font-medium text-warn' : 'text-soft',
      )}
    >
      <Clock aria-hidden className="size-4" />
      {t('heldFor', { time: clock(left) })}
      <span role="status" className="sr-only">
        {left <= soon && t('holdSoon')}
      </span>
    </p>
  )
}
