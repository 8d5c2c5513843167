import type { Dashboard } from '@/api/models'

type Pointer = Dashboard['reports'][string]

/** The address of the report behind a figure, as the screen of reports reads it; the catalog without one. */
export function queryOf(pointer: Pointer | undefined): string {
  if (!pointer) return ''
  const { slug, dateType, from, to, filters, groupBy } = pointer
  const said = [
    ['report', slug],
    ['basis', dateType],
    ['from', from],
    ['to', to],
    ['filters', filters.length > 0 ? JSON.stringify(filters) : ''],
    ['group', groupBy.join(',')],
    ['chart', groupBy.length > 0 ? 'bars' : ''],
  ].filter(([, value]) => value)
  return new URLSearchParams(said as [string, string][]).toString()
}
