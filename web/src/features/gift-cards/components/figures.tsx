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
      <Tile title={t('owed')} figure={money(data.outstanding_purchased)} isStrong>
        <p>{t('owedNote')}</p>
        <Button size="sm" look="quiet" className="-ms-3 mt-1" onPress={onMonths}>
          {t('byMonth')}
        </Button>
      </Tile>
      <Tile title={t('given')} figure={money(data.outstanding_promo)}>
        {t('givenNote')}
      </Tile>
      <Tile title={t('waiting')} figure={money(data.waiting_amount)}>
        {t('waitingNote', { count: data.pending_cnt })}
      </Tile>
      <Tile title={t('inUse')} figure={format.number(data.active_cnt)}>
        {t('inUseNote')}
      </Tile>
    </div>
  )
}

type TileProps = { title: string; figure: string; isStrong?: boolean; children: ReactNode }

function Tile({ title, figure, isStrong, children }: TileProps) {
  return (
    <div
      className={isStrong ? 'rounded-xl border border-line-strong bg-surface p-4' : 'rounded-xl border bg-surface p-4'}
    >
      <h2 className="text-sm font-medium text-soft">{title}</h2>
      <p className="mt-1 text-xl font-semibold tabular-nums sm:text-2xl">{figure}</p>
      <div className="mt-1 text-sm text-pretty text-faint">{children}</div>
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
          <Skeleton className="mt-2 h-10 w-full" />
        </div>
      ))}
    </div>
  )
}
