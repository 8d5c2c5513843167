'use client'
import Link from 'next/link'
import { useLocale, useTranslations } from 'use-intl'
import type { DealStage, SalesDeal } from '@/api/platform-models'
import { Select } from '@/components/ui/select'
import { href } from '@/routes'
import { useFigures } from '../use-figures'
import { stages } from '@/components/platform/deal-stages'

type Props = { deal: SalesDeal; currency: string; onEdit: () => void; onMove: (to: DealStage) => void }

/** One deal; its stage is a choice, so that keys move it as a pointer does. */
export function DealCard({ deal, currency, onEdit, onMove }: Props) {
  const t = useTranslations('kpis')
  const figures = useFigures(currency)
  return (
    <li className="space-y-2 rounded-md border bg-surface p-3">
      <button type="button" onClick={onEdit} className="w-full cursor-pointer text-start font-medium hover:underline">
        <bdi>{deal.name}</bdi>
      </button>
      <p className="text-sm text-soft tabular-nums">
        {figures.money(deal.amount_mrr)} · {figures.share(deal.probability_ppm)}
      </p>
      {deal.owner && (
        <p className="truncate text-sm text-soft">
          <bdi>{deal.owner}</bdi>
        </p>
      )}
      <Close deal={deal} />
      <BecameOperator deal={deal} />
      {deal.lost_reason && <p className="text-sm text-soft text-pretty">{deal.lost_reason}</p>}
      <Select
        label={t('stageOf', { name: deal.name })}
        isLabelHidden
        value={deal.stage}
        onChange={(to) => to !== deal.stage && onMove(to)}
        options={stages.map((id) => ({ id, name: t(`stage_${id}`) }))}
      />
    </li>
  )
}

function Close({ deal }: { deal: SalesDeal }) {
  const t = useTranslations('kpis')
  const { day } = useFigures()
  const { closed_at: closed, expected_close: expected } = deal
  if (closed) return <p className="text-sm text-soft">{t('closedOn', { day: day(closed.slice(0, 10)) })}</p>
  return expected && <p className="text-sm text-soft">{t('closesOn', { day: day(expected) })}</p>
}

function BecameOperator({ deal }: { deal: SalesDeal }) {
  const locale = useLocale()
  if (!deal.account_id) return null
  return (
    <Link
      href={href('platformOperator', { account: String(deal.account_id) }, locale)}
      className="block truncate rounded-sm text-sm text-accent hover:underline pointer-coarse:py-2.5"
    >
      <bdi>{deal.account_name}</bdi>
    </Link>
  )
}
