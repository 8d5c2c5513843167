'use client'
import { useTranslations } from 'use-intl'
import { toast } from '@/lib/toast'
import type { Product } from './api'
import { useSale } from './use-sale'

/** What hands do at the till. */
export function useTill() {
  const t = useTranslations('sell')
  const { store } = useSale()
  const addProduct = ({ id, name, price }: Product) =>
    store.change(({ products }) => {
      const known = products.find((one) => one.product_id === id)
      return {
        products: known
          ? products.map((one) => (one === known ? { ...one, qty: one.qty + 1 } : one))
          : [...products, { product_id: id, name, price, qty: 1 }],
      }
    })
  const tellUnknown = (code: string) => toast.error(t('unknownCode', { code }), { id: 'scan' })
  return { addProduct, tellUnknown }
}
