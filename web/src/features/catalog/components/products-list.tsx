'use client'
import { useQuery } from '@tanstack/react-query'
import { PackageOpen, ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Product } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Picture } from '@/components/ui/picture'
import { SearchField } from '@/components/ui/search-field'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { archiveProduct, productsQuery, removedProducts, reorderProducts, restoreProduct } from '../api'
import { productsWith } from '../products'
import { useOrder } from '../use-order'
import { useRemoval } from '../use-removal'
import { CatalogCard } from './catalog-card'
import { CatalogLine } from './catalog-line'
import { Removed } from './removed'

const ProductDialog = late(() => import('./product-dialog').then((file) => file.ProductDialog))
const StockDialog = late(() => import('./stock-dialog').then((file) => file.StockDialog))

const MANY = 8

/** What is sold at the desk beside experiences, with what is left of it. */
export default function ProductsList() {
  const t = useTranslations('catalog')
  const { data, error, refetch } = useQuery(productsQuery)
  const [text, setText] = useState('')
  const [open, setOpen] = useState<Product | 'new' | null>(null)
  const reorder = useOrder(productsQuery.queryKey, reorderProducts)
  const removal = useRemoval({
    queryKey: productsQuery.queryKey,
    archive: archiveProduct,
    restore: restoreProduct,
  })
  const isLong = (data?.length ?? 0) > MANY
  const shown = data && (isLong ? productsWith(data, text) : data)
  const find = isLong && <Find text={text} onChange={setText} isEmpty={shown?.length === 0} />
  return (
    <>
      <CatalogCard
        title={t('list_products')}
        text={t('productsText')}
        emptyTitle={t('noProducts')}
        icon={<ShoppingBag aria-hidden className="size-6" />}
        items={shown}
        error={error}
        onRetry={() => void refetch()}
        addLabel={t('addProduct')}
        onAdd={() => setOpen('new')}
        {...(!text && { onReorder: reorder })}
        above={find}
        row={(product) => (
          <ProductLine product={product} onOpen={() => setOpen(product)} onRemove={() => removal.remove(product)} />
        )}
      >
        <Removed queryKey={productsQuery.queryKey} read={removedProducts} removal={removal} />
      </CatalogCard>
      {open && <ProductDialog product={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Find({ text, onChange, isEmpty }: { text: string; onChange: (text: string) => void; isEmpty: boolean }) {
  const t = useTranslations('catalog')
  return (
    <div className="mb-4 space-y-3">
      <SearchField label={t('find')} value={text} onChange={onChange} autoFocus={false} />
      {isEmpty && <p className="text-sm text-soft">{t('foundNone')}</p>}
    </div>
  )
}

type LineProps = { product: Product; onOpen: () => void; onRemove: () => void }

function ProductLine({ product, onOpen, onRemove }: LineProps) {
  const t = useTranslations('catalog')
  const format = useFormat()
  const currency = useSession()?.properties.currency
  const { name, stock_qty: stock, category, sku, price } = product
  return (
    <CatalogLine
      name={name}
      onOpen={onOpen}
      onRemove={onRemove}
      facts={[currency && format.money(price, currency), category, sku].filter(Boolean).join(' · ')}
      badges={stock === 0 && <Badge tone="bad">{t('soldOut')}</Badge>}
      picture={<Thumbnail image={product.image} />}
    >
      {stock !== null && <StockButton product={product} stock={stock} />}
    </CatalogLine>
  )
}

function Thumbnail({ image }: { image: string | null }) {
  const box = 'size-11 shrink-0 rounded-md bg-sunken'
  if (image) return <Picture url={image} sizes="44px" className={box} isSquare />
  return (
    <span className={`${box} grid place-items-center text-faint`}>
      <PackageOpen aria-hidden className="size-5" />
    </span>
  )
}

function StockButton({ product, stock }: { product: Product; stock: number }) {
  const t = useTranslations('catalog')
  const [isCounting, setCounting] = useState(false)
  return (
    <>
      <Button size="sm" onPress={() => setCounting(true)} className="tabular-nums">
        {t('stockLeft', { count: stock })}
        <span className="sr-only">{product.name}</span>
      </Button>
      {isCounting && <StockDialog product={product} onClose={() => setCounting(false)} />}
    </>
  )
}
