'use client'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { Skeleton } from '@/components/ui/skeleton'
import { late } from '@/lib/late'
import { useSale } from '../use-sale'

const DetailFields = late(
  () => import('./detail-fields').then((file) => file.DetailFields),
  <Skeleton className="h-28 w-full" />,
)

/** What most calls do not need: where they heard of us, whose group it is, a voucher. */
export function DetailsPart() {
  const t = useTranslations('sell')
  const { cart } = useSale()
  const isUsed = !!cart.group_name || !!cart.voucher || cart.source_id !== null
  const [isOpen, setOpen] = useState(isUsed)
  return (
    <section className="rounded-xl border bg-surface">
      <h2>
        <Press
          aria-expanded={isOpen}
          aria-controls="sale-details"
          onPress={() => setOpen(!isOpen)}
          className="flex min-h-12 w-full items-center justify-between gap-3 px-4 font-semibold sm:px-5"
        >
          {t('details')}
          <ChevronDown aria-hidden className={cx('size-5 text-faint', isOpen && 'rotate-180')} />
        </Press>
      </h2>
      <div id="sale-details" hidden={!isOpen} className="border-t p-4 sm:p-5">
        {isOpen && <DetailFields />}
      </div>
    </section>
  )
}
