'use client'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { figuresQuery, type CardFigures } from '../api'

const MonthsDialog = late(() => import('./months-dialog').then((file) => file.MonthsDialog))

/** What the operator owes on cards: it is other people's money until they come. */
export function Figures() {
  const t = useTranslations('giftCards')
  const { data } = useQuery(figuresQuery)
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('figures')} className="mb-6">
      {data ? <Tiles data={data} onMonths={() => setOpen(true)} /> : <TilesSkeleton />}
      {isOpen && data && <MonthsDialog figures={data} onClose={() => setOpen(false)} />}
    </section>
  )
}

const grid = 'grid grid-cols-2 gap-3 lg:grid-cols-4'

function Tiles({ data, onMonths }: { data: CardFigures; onMonths: () => void }) {
  const t = useTranslations('giftCards')
  const format = useFormat()
  const money = (amount: number) => format.money(amount, data.currency)
  return (
    <div className={grid}>
      <Tile title={t('owed')} figure={money(data.outstanding_purchased)} note={t('owedNote')} isStrong>
        <Button size="sm" look="quiet" className="-ms-3 mt-1" onPress={onMonths}>
          {t('byMonth')}
        </Button>
      </Tile>
      <Tile title={t('given')} figure={money(data.outstanding_promo)} note={t('givenNote')} />
      <Tile
        title={t('waiting')}
        figure={money(data.waiting_amount)}
        note={t('waitingNote', { count: data.pending_cnt })}
      />
      <Tile title={t('inUse')} figure={format.number(data.active_cnt)} note={t('inUseNote')} />
    </div>
  )
}

type TileProps = { title: string; figure: string; note: string; isStrong?: boolean; children?: ReactNode }

/** On a phone the figures leave the first screen to the cards: what explains them waits for room. */
function Tile({ title, figure, note, isStrong, children }: TileProps) {
  return (
    <div
      className={
        isStrong
          ? 'rounded-xl border border-line-strong bg-surface p-4 max-sm:py-3'
          : 'rounded-xl border bg-surface p-4 max-sm:py-3'
      }
    >
      <h2 className="text-sm font-medium text-soft">{title}</h2>
      <p className="mt-1 text-xl font-semibold tabular-nums sm:text-2xl">{figure}</p>
      <p className="mt-1 text-sm text-pretty text-faint max-sm:hidden">{note}</p>
      {children}
    </div>
  )
}

function TilesSkeleton() {
  return (
    <div aria-hidden className={grid}>
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="rounded-xl border bg-surface p-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-2 h-7 w-28" />
          <Skeleton className="mt-2 h-10 w-full max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}
