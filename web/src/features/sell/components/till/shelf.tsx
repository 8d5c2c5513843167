'use client'
import { useQuery } from '@tanstack/react-query'
import { Gift, PackageSearch } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AppLink } from '@/lib/app-link'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { SearchField } from '@/components/ui/search-field'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { addDays, dayIn } from '@/lib/dates'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { useNow } from '@/lib/use-now'
import { productsQuery, type Product } from '../../api'
import { categoriesOf, productByCode, productsFor } from '../../products'
import { useScanner } from '../../use-scanner'
import { useDay } from '../../use-day'
import { useTill } from '../../use-till'
import { DepartedSwitch } from '../departed-switch'
import { DepartureTile, ProductTile, TileGrid } from './tiles'

const GiftDialog = late(() => import('./gift-dialog').then((file) => file.GiftDialog))

const today = 'today'
const tomorrow = 'tomorrow'
const goods = 'goods'
const none: Product[] = []

/** Everything that can be sold, as tiles: today's departures first, then the shelf by category. */
export function Shelf() {
  const t = useTranslations('sell')
  const [tab, setTab] = useState(today)
  const [typed, setTyped] = useState('')
  const [isGiving, setGiving] = useState(false)
  const { data: products = none } = useQuery(productsQuery())
  const sell = useSelling(products, () => setTyped(''))
  const isLooking = typed.trim() !== ''
  const isDay = tab === today || tab === tomorrow
  const shown = isLooking || tab === goods ? products : products.filter((one) => tab === `in:${one.category}`)
  const open = (id: string) => {
    setTab(id)
    setTyped('')
  }
  return (
    <div className="space-y-4">
      <h1 className="text-xl font-semibold">{t('till')}</h1>
      <AppLink to="cash" params={{}} className="inline-flex min-h-6 items-center text-sm text-accent hover:underline">
        {t('cashDrawers')}
      </AppLink>
      <SearchField
        label={t('scan')}
        placeholder={t('scanHint')}
        value={typed}
        onChange={setTyped}
        onSubmit={(text) => text.trim() && sell(text.trim())}
      />
      <Shelves products={products} open={isLooking ? null : tab} onOpen={open} onGift={() => setGiving(true)} />
      {isGiving && <GiftDialog onClose={() => setGiving(false)} />}
      {(isDay || isLooking) && <Departures typed={typed} ahead={tab === tomorrow ? 1 : 0} />}
      {shown.length > 0 && (
        <TileGrid label={t('products')}>
          {productsFor(shown, typed).map((product) => (
            <ProductTile key={product.id} product={product} />
          ))}
        </TileGrid>
      )}
    </div>
  )
}

/** A code puts its product into the basket, from the field or from a scanner. */
function useSelling(products: Product[], onSold: () => void) {
  const till = useTill()
  const sell = (code: string) => {
    const product = productByCode(products, code)
    if (!product) return till.tellUnknown(code)
    till.addProduct(product)
    onSold()
  }
  useScanner(sell)
  return sell
}

type ShelvesProps = { products: Product[]; open: string | null; onOpen: (id: string) => void; onGift: () => void }

function Shelves({ products, open, onOpen, onGift }: ShelvesProps) {
  const t = useTranslations('sell')
  const tabs = [
    { id: today, label: t('today') },
    { id: tomorrow, label: t('tomorrow') },
    ...(products.length > 0 ? [{ id: goods, label: t('allProducts') }] : []),
    ...categoriesOf(products).map((name) => ({ id: `in:${name}`, label: name })),
  ]
  return (
    <div role="group" aria-label={t('shelves')} className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1">
      {tabs.map(({ id, label }) => (
        <Press
          key={id}
          aria-pressed={open === id}
          onPress={() => onOpen(id)}
          className={cx(
            'min-h-12 shrink-0 rounded-full border px-5 font-medium',
            open === id ? 'border-accent bg-accent text-on-accent' : 'bg-surface hover:bg-sunken',
          )}
        >
          {label}
        </Press>
      ))}
      <Press
        onPress={onGift}
        className="flex min-h-12 shrink-0 items-center gap-2 rounded-full border bg-surface px-5 font-medium hover:bg-sunken"
      >
        <Gift aria-hidden className="size-4" />
        {t('giftCard')}
      </Press>
    </div>
  )
}

function Departures({ typed, ahead }: { typed: string; ahead: number }) {
  const t = useTranslations('sell')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const [isDepartedShown, setDepartedShown] = useState(false)
  const day = addDays(dayIn(zone, new Date(useNow())), ahead)
  const { choices, departed, error, refetch } = useDay(day, typed, isDepartedShown)
  if (error && !choices) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!choices) return null
  return (
    <div className="space-y-3">
      {choices.length > 0 && (
        <TileGrid label={t('departures')}>
          {choices.map((choice) => (
            <DepartureTile key={choice.slot.id} choice={choice} />
          ))}
        </TileGrid>
      )}
      {choices.length === 0 && !typed.trim() && (
        <EmptyState
          icon={<PackageSearch aria-hidden />}
          title={t(departed.length > 0 ? 'allDeparted' : 'noDepartures')}
          text={t('noDeparturesText')}
        />
      )}
      <DepartedSwitch count={departed.length} isShown={isDepartedShown} onChange={setDepartedShown} />
    </div>
  )
}
