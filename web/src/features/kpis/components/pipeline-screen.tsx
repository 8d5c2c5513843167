'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DealsByStage, DealStage, SalesDeal, SalesDeals } from '@/api/platform-models'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useTitle } from '@/lib/use-title'
import { dealsQuery, moveDeal, stagesQuery } from '../api'
import { stages } from '@/components/platform/deal-stages'
import { useFigures } from '../use-figures'
import { DealCard } from './deal-card'
import { DeleteDealDialog } from './delete-deal-dialog'
import { LostDialog } from './lost-dialog'
import { StageHead } from './stage-head'

// Its calendar and its fields weigh more than the board.
const DealDialog = dynamic(() => import('./deal-dialog').then((module) => module.DealDialog), { ssr: false })

type Edited = SalesDeal | 'new' | null

/** Businesses that may become operators, by stage; a deal is moved with its own list of stages. */
export function PipelineScreen() {
  const t = useTranslations('kpis')
  const query = useQuery(dealsQuery)
  const totals = useQuery(stagesQuery)
  const [edited, setEdited] = useState<Edited>(null)
  const { move, lost, setLost, error } = useMove()
  useTitle(t('pipeline'))
  return (
    <PageBody width="full">
      <PageHeader title={t('pipeline')} text={<WinRate ppm={totals.data?.win_rate_ppm ?? null} />}>
        <Button onPress={() => setEdited('new')}>
          <Plus aria-hidden className="size-4" />
          {t('newDeal')}
        </Button>
      </PageHeader>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Skeleton className="h-96 rounded-xl" />}
      {query.data && (
        <Board
          deals={query.data}
          totals={totals.data}
          onEdit={setEdited}
          onMove={(deal, to) => (to === 'lost' ? setLost(deal) : move({ deal, to }))}
        />
      )}
      {query.data && <DealDialogs currency={query.data.currency} edited={edited} onEdit={setEdited} />}
      {lost && <LostDialog deal={lost} onClose={() => setLost(null)} />}
    </PageBody>
  )
}

type DealDialogsProps = { currency: string; edited: Edited; onEdit: (edited: Edited) => void }

/** A deal's form, and the question before it goes in its place. */
function DealDialogs({ currency, edited, onEdit }: DealDialogsProps) {
  const [deleted, setDeleted] = useState<SalesDeal | null>(null)
  const deal = edited === 'new' ? null : edited
  return (
    <>
      {edited && (
        <DealDialog
          deal={deal}
          currency={currency}
          onDelete={() => {
            setDeleted(deal)
            onEdit(null)
          }}
          onClose={() => onEdit(null)}
        />
      )}
      {deleted && <DeleteDealDialog deal={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

function WinRate({ ppm }: { ppm: number | null }) {
  const t = useTranslations('kpis')
  return t('winRate', { rate: useFigures().shareOrNull(ppm) ?? '–' })
}

type BoardProps = {
  deals: SalesDeals
  totals?: DealsByStage
  onEdit: (deal: SalesDeal) => void
  onMove: (deal: SalesDeal, to: DealStage) => void
}

function Board({ deals: { deals, currency }, totals, onEdit, onMove }: BoardProps) {
  const t = useTranslations('kpis')
  return (
    <div role="group" aria-label={t('pipeline')} tabIndex={0} className="flex gap-3 overflow-x-auto pb-4">
      {stages.map((stage) => (
        <section key={stage} aria-label={t(`stage_${stage}`)} className="w-64 shrink-0 rounded-xl bg-sunken p-2">
          <StageHead stage={stage} totals={totals} />
          <ul className="space-y-2">
            {deals
              .filter((deal) => deal.stage === stage)
              .map((deal) => (
                <DealCard
                  key={deal.id}
                  deal={deal}
                  currency={currency}
                  onEdit={() => onEdit(deal)}
                  onMove={(to) => onMove(deal, to)}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function useMove() {
  const queries = useQueryClient()
  const [lost, setLost] = useState<SalesDeal | null>(null)
  const { mutate, error } = useMutation({
    mutationFn: ({ deal, to }: { deal: SalesDeal; to: DealStage }) => moveDeal(deal, to),
    onSettled: () => queries.invalidateQueries({ queryKey: ['kpis'] }),
  })
  return { move: mutate, lost, setLost, error }
}
