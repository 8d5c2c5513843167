import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { CategoryIn, CustomerTypeIn, Product, ProductIn } from '@/api/models'
import { sendPicture } from '@/features/experience/upload'

const product = (id: number) => ({ params: { path: { product: id } } })
const removed = { params: { query: { is_archived: true } } }

export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: () => dataOf(api.GET('/api/products/get')),
})

export const removedProducts = () => dataOf(api.GET('/api/products/get', removed))

export const saveProduct = (body: ProductIn) => dataOf(api.POST('/api/product/save', { body }))
export const reorderProducts = (ids: number[]) => dataOf(api.POST('/api/products/reorder', { body: { ids } }))
export const archiveProduct = (id: number) => dataOf(api.POST('/api/product/{product}/archive', product(id)))
export const restoreProduct = (id: number) => dataOf(api.POST('/api/product/{product}/restore', product(id)))

export const adjustStock = (id: number, by: number, reason: string) =>
  dataOf(api.POST('/api/product/{product}/stock/adjust', { ...product(id), body: { by, reason } }))

export const uploadProductImage = (id: number, file: File) =>
  sendPicture<Product>(`/api/product/${id}/uploadImage`, file)

export const deleteProductImage = (id: number) => dataOf(api.POST('/api/product/{product}/image/delete', product(id)))

export const saveCategory = (body: CategoryIn) => dataOf(api.POST('/api/category/save', { body }))
export const reorderCategories = (ids: number[]) => dataOf(api.POST('/api/categories/reorder', { body: { ids } }))

export const deleteCategory = (category: number) =>
  dataOf(api.POST('/api/category/{category}/delete', { params: { path: { category } } }))

export const saveCustomerType = (body: CustomerTypeIn) => dataOf(api.POST('/api/customerType/save', { body }))
export const reorderCustomerTypes = (ids: number[]) => dataOf(api.POST('/api/customerTypes/reorder', { body: { ids } }))

export const deleteCustomerType = (customerType: number) =>
  dataOf(api.POST('/api/customerType/{customerType}/delete', { params: { path: { customerType } } }))

export const removedSeasons = async () => (await dataOf(api.GET('/api/seasons/get', removed))).seasons

const season = (id: number) => ({ params: { path: { season: id } } })
export const archiveSeason = (id: number) => dataOf(api.POST('/api/season/{season}/archive', season(id)))
export const restoreSeason = (id: number) => dataOf(api.POST('/api/season/{season}/restore', season(id)))

export const removedTerms = async () => (await dataOf(api.GET('/api/restrictions/get', removed))).restrictions

const terms = (id: number) => ({ params: { path: { restriction: id } } })
export const archiveTerms = (id: number) => dataOf(api.POST('/api/restriction/{restriction}/archive', terms(id)))
export const restoreTerms = (id: number) => dataOf(api.POST('/api/restriction/{restriction}/restore', terms(id)))

export const assignTerms = (id: number, experience_ids: number[]) =>
  dataOf(api.POST('/api/restriction/{restriction}/assign', { ...terms(id), body: { experience_ids } }))

export const removedChoices = async () => (await dataOf(api.GET('/api/addonValueTypes/get', removed))).addonValueTypes

const choices = (id: number) => ({ params: { path: { valueType: id } } })
export const archiveChoices = (id: number) => dataOf(api.POST('/api/addonValueType/{valueType}/archive', choices(id)))
export const restoreChoices = (id: number) => dataOf(api.POST('/api/addonValueType/{valueType}/restore', choices(id)))
