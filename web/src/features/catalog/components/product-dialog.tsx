'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Product } from '@/api/models'
import { FormMultiSelect, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormNumber, FormText } from '@/components/form-fields'
import { taxesQuery } from '@/features/experience/api'
import { ExtraPicture } from '@/features/experience/components/extra-picture'
import { usePicture } from '@/features/experience/use-picture'
import { useSession } from '@/lib/session'
import { deleteProductImage, productsQuery, saveProduct, uploadProductImage } from '../api'
import { productBody, productOf, productSchema, shownProduct, type ProductForm } from '../products'

type Props = { product?: Product; onClose: () => void }

/** A product, new or changed, with its picture. */
export function ProductDialog({ product, onClose }: Props) {
  const t = useTranslations('catalog')
  const currency = useSession()?.properties.currency ?? 'USD'
  const { save, refresh, picture } = useSave(product)
  return (
    <FormDialog<ProductForm, Product>
      title={product ? product.name : t('addProduct')}
      size="lg"
      values={productOf(product) as ProductForm}
      schema={productSchema}
      shown={shownProduct}
      save={save}
      onSaved={() => {
        refresh()
        onClose()
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        <FormText name="name" label={t('name')} placeholder={t('productExample')} autoFocus={!product} />
        <FormMoney name="price" label={t('price')} currency={currency} />
      </div>
      <FormSwitch name="is_price_editable">{t('priceEditable')}</FormSwitch>
      <ExtraPicture
        {...picture}
        value={product?.image ?? null}
        onDelete={product && (async () => refresh(await deleteProductImage(product.id)))}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <FormText name="category" label={t('shelf')} placeholder={t('shelfExample')} />
        <FormText name="sku" label={t('sku')} />
        <FormText name="barcode" label={t('barcode')} />
      </div>
      <Stock isCounted={product?.stock_qty != null} />
      <Taxes />
    </FormDialog>
  )
}

function Stock({ isCounted }: { isCounted: boolean }) {
  const t = useTranslations('catalog')
  const isOn = useFormContext<ProductForm>().watch('is_track_stock')
  return (
    <div className="space-y-3">
      <FormSwitch name="is_track_stock" hint={t('trackStockHint')}>
        {t('trackStock')}
      </FormSwitch>
      {isOn && !isCounted && (
        <FormNumber name="stock_qty" label={t('stockNow')} minValue={0} placeholder="0" className="max-w-40" />
      )}
    </div>
  )
}

function Taxes() {
  const t = useTranslations('catalog')
  const taxes = useQuery(taxesQuery).data ?? []
  return (
    <FormMultiSelect
      name="tax_ids"
      label={t('taxes')}
      placeholder={t('usualTaxes')}
      options={taxes.map(({ id, name }) => ({ id, name }))}
    />
  )
}

/** Saves the product, then its picture; a second attempt changes what the first one made. */
function useSave(product?: Product) {
  const queries = useQueryClient()
  const picture = usePicture()
  const known = useRef(product)
  const refresh = (_now?: Product) => void queries.invalidateQueries({ queryKey: productsQuery.queryKey })
  const save = async (values: ProductForm) => {
    const saved = await saveProduct(productBody(values, known.current))
    known.current = saved
    refresh()
    return picture.file ? picture.send((file) => uploadProductImage(saved.id, file)) : saved
  }
  return { save, refresh, picture }
}
