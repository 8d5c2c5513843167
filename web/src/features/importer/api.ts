import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { ImportPreflight, ImportState } from '@/api/models'

const busy = ['validating', 'running']

/** Whether the server is at work on it: then it is asked for again and again. */
export const isBusy = (one: Pick<ImportState, 'status' | 'undo'>) =>
  busy.includes(one.status) || one.undo.status === 'running'

export const formatsQuery = queryOptions({
  queryKey: ['import-formats'],
  queryFn: () => dataOf(api.GET('/api/importexport/formats/import/get')),
  staleTime: 300_000,
})

export const importQuery = (iej: number) =>
  queryOptions({
    queryKey: ['import', iej],
    queryFn: () => dataOf(api.GET('/api/importexport/import/{iej}/get', { params: { path: { iej } } })),
    refetchInterval: (query) => (query.state.data && isBusy(query.state.data) ? 1500 : false),
  })

export const uploadFile = (file: File) => {
  const body = new FormData()
  body.set('file', file)
  return dataOf(
    api.POST('/api/importexport/import/fileUpload', { body: body as never, bodySerializer: (data) => data as never }),
  )
}

export const detect = (iej: number, object: string | null, preset = '') =>
  dataOf(api.POST('/api/importexport/import/detect', { body: { iej_id: iej, object, preset } as never }))

export const preflight = (body: ImportPreflight) =>
  dataOf(api.POST('/api/importexport/import/preFlightValidator', { body }))

export const start = (iej: number, token: string) =>
  dataOf(api.POST('/api/importexport/import/create', { body: { iej_id: iej, confirm_token: token } }))

export const cancel = (iej: number) =>
  dataOf(api.POST('/api/importexport/import/{iej}/cancel', { params: { path: { iej } } }))

export const undo = (iej: number) =>
  dataOf(api.POST('/api/importexport/import/{iej}/undo', { params: { path: { iej } } }))

export const remove = (iej: number) =>
  dataOf(api.POST('/api/importexport/import/{iej}/delete', { params: { path: { iej } } }))
