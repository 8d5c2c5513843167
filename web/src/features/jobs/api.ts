import { api, dataOf } from '@/api/client'
import type { Transfer } from '@/api/models'

export const deleteTransfer = ({ id, kind }: Pick<Transfer, 'id' | 'kind'>) =>
  kind === 'import'
    ? dataOf(api.POST('/api/importexport/import/{iej}/delete', { params: { path: { iej: id } } }))
    : dataOf(api.POST('/api/importexport/export/{iej}/delete', { params: { path: { iej: id } } }))
