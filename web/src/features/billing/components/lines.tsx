'use client'
import { useTranslations } from 'use-intl'
import type { BillingLine } from '@/api/billing-models'
import { useFormat } from '@/lib/use-format'

const kinds = [
  'subscription',
  'proration_credit',
  'proration_charge',
  'fees',
  'fees_waived',
  'credit',
  'tax',
  'collected_at_gateway',
  'payment',
  'payout',
] as const

type Props = { lines: BillingLine[]; total: number; currency: string; totalLabel: string }

/** Lines as on a statement, and what they come to. */
export function Lines({ lines, total, currency, totalLabel }: Props) {
  const format = useFormat()
  const text = useLineText()
  return (
    <dl className="text-sm">
      {lines.map((line) => (
        <div key={line.kind} className="flex justify-between gap-4 py-1">
          <dt className="min-w-0 text-soft">{text(line)}</dt>
          <dd className="tabular-nums">{format.money(line.amount, currency)}</dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-4 border-t pt-2 font-semibold">
        <dt>{totalLabel}</dt>
        <dd className="tabular-nums">{format.money(total, currency)}</dd>
      </div>
    </dl>
  )
}

function useLineText() {
  const t = useTranslations('billing')
  const format = useFormat()
  return (line: BillingLine) => {
    const kind = kinds.find((one) => one === line.kind)
    if (!kind) return line.kind
    const fact = (name: string) => (typeof line.facts[name] === 'string' ? line.facts[name] : '')
    const day = (name: string) => (fact(name) ? format.day(fact(name), 'medium') : '')
    return t(`line_${kind}`, {
      plan: fact('plan'),
      from: day('from'),
      to: day('to'),
      on: day('on'),
      reason: fact('reason'),
      name: fact('name'),
      rate: format.number(Number(line.facts.rate_ppm ?? 0) / 10_000),
      trips: Number(line.facts.trips ?? 0),
    })
  }
}
