import { api, dataOf } from '@/api/client'
import type { AuditEntry } from '@/api/models'
import type { FetchPage } from '@/components/table/api'

export const fetchAuditLogs: FetchPage<AuditEntry> = (query, signal) =>
  dataOf(api.GET('/api/auditLogs/get', { params: { query }, signal }))
