'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { cx } from '@/components/ui/cx'
import { Swatch } from '@/components/ui/swatch'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Choice } from '../departures'

type Props = { id: string; choice: Choice; isActive: boolean; isChosen: boolean; onChoose: () => void }

/** A departure in one line: when, what, and how many seats are left. */
export function ChoiceRow({ id, choice, isActive, isChosen, onChoose }: Props) {
  const t = useTranslations('sell')
  const format = useFormat()
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { slot, name, color, isPast, isClosed } = choice
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5',
        isActive ? 'bg-accent-wash ring-1 ring-accent ring-inset' : 'hover:bg-sunken',
        (isPast || isClosed) && 'text-soft',
      )}
    >
      <span className="w-19 shrink-0 font-semibold tabular-nums">
        {slot.is_flex ? t('anyTime') : format.time(slot.start_time)}
      </span>
      <Swatch color={color} className="size-3 shrink-0 rounded-full" />
      <span className="flex min-w-0 grow flex-col sm:flex-row sm:items-center sm:gap-3">
        <span className="min-w-0 grow truncate">{name}</span>
        <span className="flex items-center gap-3">
          {isChosen && <Badge tone="accent">{t('onTrip')}</Badge>}
          {isPast && <Badge>{t('hasLeft')}</Badge>}
          {isClosed && <Badge>{t('closed')}</Badge>}
          <FromPrice choice={choice} />
          <Left choice={choice} />
        </span>
      </span>
    </div>
  )
}

/** What a guest pays at least. */
export function FromPrice({ choice: { price } }: { choice: Choice }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const currency = useSession()?.properties.currency ?? 'USD'
  if (price === null) return null
  return (
    <span className="shrink-0 text-sm tabular-nums">{t('fromPrice', { price: format.money(price, currency) })}</span>
  )
}

/** The seats that are left, in words that do not need their colour. */
export function Left({ choice: { left, slot } }: { choice: Choice }) {
  const t = useTranslations('sell')
  if (left === null) return <span className="shrink-0 text-sm text-faint">{t('freely')}</span>
  if (left === 0) return <Badge tone="bad">{t('soldOut')}</Badge>
  const isFew = slot.capacity !== null && left <= Math.max(2, slot.capacity * 0.2)
  return (
    <span className={cx('shrink-0 text-sm tabular-nums', isFew ? 'font-medium text-warn' : 'text-soft')}>
      {t('seatsLeft', { count: left })}
    </span>
  )
}
