'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { KeyValues } from '@/components/ui/key-values'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { sellerQuery } from '../api'

const SellerDialog = late(() => import('./seller-dialogs').then((file) => file.SellerDialog))
const TaxDialog = late(() => import('./seller-dialogs').then((file) => file.TaxDialog))

/** Who sells, as statements name it, and the taxes by country. */
export function SellerCard() {
  const t = useTranslations('platformBilling')
  const format = useFormat()
  const [open, setOpen] = useState<'seller' | 'tax' | null>(null)
  const { data, error, refetch } = useQuery(sellerQuery)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-48 rounded-xl" />
  const { seller, taxes } = data
  const share = (ppm: number) => `${format.number(ppm / 10_000)}%`
  return (
    <Card title={t('seller')} actions={<Button onPress={() => setOpen('seller')}>{t('edit')}</Button>}>
      <KeyValues
        rows={[
          [t('name'), seller.name],
          [t('address'), seller.address],
          [t('country'), seller.country],
          [t('vatId'), seller.vat_id],
          [t('bank'), seller.bank_details],
          [t('prefix'), seller.number_prefix],
          [t('taxes'), format.list(taxes.map((tax) => `${tax.country} ${isolate(tax.name)} ${share(tax.rate_ppm)}`))],
        ]}
      />
      <Button className="mt-4" onPress={() => setOpen('tax')}>
        {t('setTax')}
      </Button>
      {open === 'seller' && <SellerDialog selling={data} onClose={() => setOpen(null)} />}
      {open === 'tax' && <TaxDialog selling={data} onClose={() => setOpen(null)} />}
    </Card>
  )
}
