'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import type { Ageing } from './api'
import { ages, lateOf, type Age } from './model'

const tints: Record<Age, string> = {
  not_due: 'bg-line-strong',
  days_0: 'bg-warn-fill/45',
  days_30: 'bg-warn-fill/75',
  days_60: 'bg-bad-fill/70',
  days_90: 'bg-bad-fill',
}

// On a phone the figures leave the first screen to the list: they are pushed aside with a finger.
const scrolled = 'flex overflow-x-auto [scrollbar-width:none] *:shrink-0 sm:grid sm:grid-cols-5 sm:overflow-visible'

export type AgeingProps = {
  row: Ageing
  /** The figure that filters the list now. */
  pressed?: Age | 'total' | null
  /** Without it the figures can't be pressed. */
  onPress?: (age: Age | null) => void
}

/** What is unpaid by how late it is, in figures and in proportion; a figure shows its invoices. */
export function AgeingCard({ row, pressed = null, onPress }: AgeingProps) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const late = lateOf(row)
  const title = t(`owed_${row.direction}`)
  const note = late > 0 ? t('lateInAll', { amount: format.money(late, row.currency) }) : t('nothingLate')
  return (
    <section aria-label={title} className="rounded-xl border bg-surface p-4 max-sm:p-3">
      <div className="grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(11rem,auto)_1fr] lg:items-center">
        <Figure
          name={title}
          amount={row.total}
          currency={row.currency}
          isPressed={pressed === 'total'}
          onPress={onPress && (() => onPress(null))}
          note={<span className={cx(late > 0 && 'font-medium text-bad')}>{note}</span>}
          isLarge
        />
        <div className="min-w-0">
          <Bar row={row} />
          <div className={cx('mt-2 gap-1', onPress ? scrolled : 'grid grid-cols-2 sm:grid-cols-5')}>
            {ages.map((age) => (
              <Figure
                key={age}
                name={t(`age_${age}`)}
                amount={row[age]}
                currency={row.currency}
                dot={tints[age]}
                isPressed={pressed === age}
                onPress={onPress && (() => onPress(age))}
              />
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}

/** The same in proportion; the figures below say it in words. */
function Bar({ row }: { row: Ageing }) {
  return (
    <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken">
      {ages.map(
        (age) =>
          row[age] > 0 && (
            <div key={age} className={cx('min-w-1', tints[age])} style={{ flexGrow: row[age], flexBasis: 0 }} />
          ),
      )}
    </div>
  )
}

type FigureProps = {
  name: string
  amount: number
  currency: string
  note?: React.ReactNode
  dot?: string
  isLarge?: boolean
  isPressed: boolean
  onPress?: () => void
}

function Figure({ name, amount, currency, note, dot, isLarge, isPressed, onPress }: FigureProps) {
  const format = useFormat()
  const size = isLarge ? 'text-2xl' : 'text-base'
  const content = (
    <>
      <span className="flex items-center gap-1.5 text-sm text-soft">
        {dot && <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dot)} />}
        <span>{name}</span>
      </span>
      <span className={cx('mt-0.5 block font-semibold tabular-nums', size, amount === 0 && 'font-normal text-faint')}>
        {format.money(amount, currency)}
      </span>
      {note && <span className="mt-0.5 block text-sm text-faint">{note}</span>}
    </>
  )
  if (!onPress) return <div className="px-2 py-1.5">{content}</div>
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className={cx(
        'min-h-11 rounded-lg border px-2 py-1.5 text-start hover:bg-sunken',
        isPressed ? 'border-accent bg-accent-wash' : 'border-transparent',
      )}
    >
      {content}
    </button>
  )
}
