import { expect, it } from 'vitest'
import type { Product } from '@/api/models'
import { kindOf } from './kinds'
import { listOf } from './lists'
import { productBody, productOf, productSchema, productsWith } from './products'
import { canBeAbove } from './shelves'

const shirt = {
  ...{ id: 3, version: 2, name: 'Shirt', sku: 'SH-1', barcode: '4006', category: 'Wear', price: 2000 },
  ...{ is_price_editable: false, tax_ids: [], stock_qty: 5, image: null, is_active: true, position: 0 },
} as Product

it('a product that is counted already keeps its count', () => {
  const values = productSchema.parse(productOf(shirt))
  expect(productBody(values, shirt)).toMatchObject({ id: 3, version: 2, is_track_stock: true, stock_qty: null })
  const begun = { ...values, stock_qty: 12 }
  expect(productBody(begun, { ...shirt, stock_qty: null }).stock_qty).toBe(12)
  expect(productBody({ ...begun, sku: '', is_track_stock: false })).toMatchObject({ sku: null, stock_qty: null })
})

it.each([
  [{ price: null }, 'price', 'required'],
  [{ price: -1 }, 'price', 'positive'],
  [{ name: '👕'.repeat(200) }, 'name', 'tooLong'],
  [{ stock_qty: -1 }, 'stock_qty', 'positive'],
])('%j is told at %s', (change, field, rule) => {
  const { error } = productSchema.safeParse({ ...productOf(shirt), ...change })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, rule]])
})

it('products are found by name, article number, bar code and shelf', () => {
  const mug = { ...shirt, id: 4, name: 'Mug', sku: null, barcode: null, category: 'Home' }
  const found = (text: string) => productsWith([shirt, mug], text).map(({ id }) => id)
  expect([found(''), found('sh-'), found('4006'), found('HOME'), found('x')]).toEqual([[3, 4], [3], [3], [4], []])
})

it('a category stands below none of its own', () => {
  const shelf = (id: number, parent_id: number | null) => ({ id, parent_id, name: '' })
  const shelves = [shelf(1, null), shelf(2, 1), shelf(3, 2), shelf(4, null)]
  const ids = (id: number | undefined) => canBeAbove(shelves, id).map((one) => one.id)
  expect([ids(1), ids(2), ids(undefined)]).toEqual([[4], [1, 4], [1, 2, 3, 4]])
})

it('an address names a list, a server a kind', () => {
  expect([listOf('terms'), listOf('x'), listOf(undefined)]).toEqual(['terms', 'products', 'products'])
  expect([kindOf('senior'), kindOf('dog')]).toEqual(['senior', 'other'])
})
