import * as z from 'zod/mini'
import type { Product, ProductIn } from '@/api/models'
import * as rules from '@/lib/rules'

export const productSchema = z.object({
  name: rules.name(120),
  price: rules.atLeast(0),
  sku: rules.trimmed(60),
  barcode: rules.trimmed(60),
  category: rules.trimmed(80),
  is_price_editable: z.boolean(),
  tax_ids: z.array(z.number()),
  is_track_stock: z.boolean(),
  stock_qty: z.nullable(rules.atLeast(0)),
})

export type ProductForm = z.infer<typeof productSchema>
export type ProductDraft = Omit<ProductForm, 'price'> & { price: number | null }

export const shownProduct = [...Object.keys(productSchema.shape), 'file']

export const productOf = (product?: Product): ProductDraft => ({
  name: product?.name ?? '',
  price: product?.price ?? null,
  sku: product?.sku ?? '',
  barcode: product?.barcode ?? '',
  category: product?.category ?? '',
  is_price_editable: product?.is_price_editable ?? false,
  tax_ids: product?.tax_ids ?? [],
  is_track_stock: product ? product.stock_qty !== null : false,
  stock_qty: product?.stock_qty ?? null,
})

/**
 * The form as the server takes it.
 *
 * The stock goes only where counting begins: afterwards it is adjusted, as things are sold
 * while a form is open.
 */
export function productBody(values: ProductForm, product?: Product): ProductIn {
  const isCounted = product?.stock_qty != null
  return {
    ...values,
    ...(product && { id: product.id, version: product.version }),
    sku: values.sku || null,
    barcode: values.barcode || null,
    stock_qty: values.is_track_stock && !isCounted ? (values.stock_qty ?? 0) : null,
  }
}

/** The products whose name, article number or bar code holds what was typed. */
export function productsWith(products: readonly Product[], text: string): Product[] {
  const wanted = text.trim().toLocaleLowerCase()
  const has = (part: string | null) => !!part?.toLocaleLowerCase().includes(wanted)
  return products.filter((one) => !wanted || has(one.name) || has(one.sku) || has(one.barcode) || has(one.category))
}
