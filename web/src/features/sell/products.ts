import { plain } from '@/components/ui/use-finding'
import type { Product } from './api'

/** The categories of the shelf in the products' own order; what has none is under all products. */
export const categoriesOf = (products: readonly Product[]) =>
  [...new Set(products.map((product) => product.category))].filter(Boolean)

/** Products with every word of a text in their name, category or numbers. */
export function productsFor(products: readonly Product[], text: string): Product[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return products.filter(({ name, category, sku, barcode }) => {
    const known = plain([name, category, sku, barcode].filter(Boolean).join(' '))
    return words.every((word) => known.includes(word))
  })
}

/** The one product a scanned or typed code means: by barcode or SKU, else the only one with that name. */
export function productByCode(products: readonly Product[], code: string): Product | null {
  const wanted = plain(code)
  const exact = products.find(({ barcode, sku }) => [barcode, sku].some((one) => one && plain(one) === wanted))
  const named = productsFor(products, code)
  return exact ?? (named.length === 1 ? (named[0] ?? null) : null)
}
