import type { RouteName } from '@/routes'

type Row = {
  /** What serves meanwhile. */
  meanwhile: readonly RouteName[]
}

/**
 * The pages whose feature comes with a later version. Each has its name and one sentence of what it
 * will show in later.json. A page that is built leaves this list and gets its own shell in routes.json;
 * a test compares the two.
 */
export const laterPages = {
  reports: { meanwhile: ['dashboard', 'trips', 'payouts'] },
  importer: { meanwhile: ['importExportViewer', 'customers'] },
} as const satisfies Partial<Record<RouteName, Row>>

export type LaterPage = keyof typeof laterPages

/** The row of a page of the list; null for any other. */
export function laterPage(route: RouteName | null): LaterPage | null {
  return route !== null && route in laterPages ? (route as LaterPage) : null
}
