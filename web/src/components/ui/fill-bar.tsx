'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { Bar } from './bar'
import { cx } from './cx'

type Props = { booked: number; held: number; capacity: number | null }

/** How full a departure is: sold seats solid, seats in somebody's checkout pale. */
export function FillBar({ booked, held, capacity }: Props) {
  const t = useTranslations('common')
  const format = useFormat()
  if (capacity === null) {
    return <p className="text-sm font-medium tabular-nums">{t('booked', { count: booked })}</p>
  }
  const share = (seats: number) => (capacity > 0 ? Math.min(100, (seats / capacity) * 100) : 100)
  const isOver = booked > capacity
  const isFull = booked >= capacity
  return (
    <div className="flex grow items-center gap-3 sm:w-44 sm:grow-0">
      <div
        role="meter"
        aria-label={t('fill')}
        aria-valuemin={0}
        aria-valuemax={capacity}
        aria-valuenow={Math.min(booked, capacity)}
        aria-valuetext={t('bookedOf', { count: booked, capacity })}
        className="relative h-1.5 grow overflow-hidden rounded-full bg-sunken"
      >
        <Bar share={share(booked + held)} className="fill-line-strong" />
        <Bar share={share(booked)} className={isOver ? 'fill-bad-fill' : isFull ? 'fill-good-fill' : 'fill-accent'} />
      </div>
      <span className={cx('min-w-14 text-end text-sm font-semibold tabular-nums', isOver && 'text-bad')}>
        {format.number(booked)}
        <span className="font-normal text-faint">/{format.number(capacity)}</span>
      </span>
    </div>
  )
}
