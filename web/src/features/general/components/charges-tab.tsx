'use client'
import { Receipt } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { General, Surcharge } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { useFormat } from '@/lib/use-format'
import { ChargeDialog } from './charge-dialog'
import { ListCard, ListLine } from './list-card'

type Props = { kind: 'tax' | 'fee'; general: General; after?: ReactNode }

/** Taxes or fees in the order in which they are charged. */
export function ChargesTab({ kind, general, after }: Props) {
  const t = useTranslations('general')
  const [open, setOpen] = useState<Surcharge | 'new' | null>(null)
  const list = kind === 'tax' ? 'taxes' : 'fees'
  return (
    <>
      <ListCard
        list={list}
        title={t(`tab_${list}`)}
        text={t(`${list}Text`)}
        icon={<Receipt aria-hidden />}
        items={general[list]}
        addLabel={t(`add_${kind}`)}
        onAdd={() => setOpen('new')}
        row={(charge) => (
          <ListLine list={list} item={charge} onEdit={() => setOpen(charge)}>
            <ChargeLine charge={charge} currency={general.settings.currency} />
          </ListLine>
        )}
        after={after}
      />
      {open && (
        <ChargeDialog
          kind={kind}
          general={general}
          charge={open === 'new' ? undefined : open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function ChargeLine({ charge, currency }: { charge: Surcharge; currency: string }) {
  const t = useTranslations('general')
  const common = useTranslations('common')
  const format = useFormat()
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 4 })
  const size =
    charge.calc === 'percent'
      ? percent.format(charge.rate_ppm / 1_000_000)
      : `${format.money(charge.amount, currency)} · ${t(`per_${charge.per as 'booking'}`)}`
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium">{charge.name}</span>
      <span className="text-soft tabular-nums">{size}</span>
      {charge.mode === 'inclusive' && <Badge>{common('included')}</Badge>}
      {charge.is_compound && <Badge>{t('compoundShort')}</Badge>}
      {charge.is_taxable && <Badge>{t('taxableShort')}</Badge>}
      {charge.used_cnt > 0 && <span className="text-sm text-faint">{t('chargedOn', { count: charge.used_cnt })}</span>}
    </span>
  )
}
