import { matchOf } from '@/components/search/model'
import type { SetupPage } from '@/components/setup-areas'

type Row = { id: string; to: SetupPage['to']; tab?: string }

/** What people look for in set-up, and where it stands. */
const table = [
  { id: 'address', to: 'general', tab: 'business' },
  { id: 'currency', to: 'general', tab: 'business' },
  { id: 'timeZone', to: 'general', tab: 'business' },
  { id: 'logo', to: 'general', tab: 'brand' },
  { id: 'taxes', to: 'general', tab: 'taxes' },
  { id: 'fees', to: 'general', tab: 'fees' },
  { id: 'deposits', to: 'payments', tab: 'rules' },
  { id: 'tips', to: 'payments', tab: 'rules' },
  { id: 'giftCards', to: 'payments', tab: 'giftCards' },
  { id: 'cancellation', to: 'general', tab: 'cancellation' },
  { id: 'statuses', to: 'general', tab: 'statuses' },
  { id: 'sources', to: 'general', tab: 'sources' },
  { id: 'flags', to: 'general', tab: 'flags' },
  { id: 'website', to: 'embedCodes' },
  { id: 'invitations', to: 'team' },
  { id: 'guides', to: 'guides' },
  { id: 'permissions', to: 'roles' },
  { id: 'prices', to: 'experiences' },
  { id: 'times', to: 'experiences' },
  { id: 'shop', to: 'catalog', tab: 'products' },
  { id: 'categories', to: 'catalog', tab: 'categories' },
  { id: 'ages', to: 'catalog', tab: 'guests' },
  { id: 'seasons', to: 'catalog', tab: 'seasons' },
  { id: 'offers', to: 'catalog', tab: 'offers' },
  { id: 'vehicles', to: 'resources' },
  { id: 'questions', to: 'customFields' },
  { id: 'printers', to: 'devices' },
  { id: 'terminals', to: 'payments', tab: 'readers' },
  { id: 'payments', to: 'payments', tab: 'account' },
  { id: 'otas', to: 'channels' },
  { id: 'changes', to: 'auditLogViewer' },
  { id: 'exports', to: 'importExportViewer' },
  { id: 'imports', to: 'importer' },
] as const satisfies readonly Row[]

export type Topic = (typeof table)[number]

/** The topics whose words answer a query, best first, on pages that the reader has. */
export function topicsFor(pages: readonly SetupPage['to'][], query: string, words: (topic: Topic) => string): Topic[] {
  return table
    .filter((topic) => pages.includes(topic.to))
    .map((topic) => ({ topic, match: matchOf(words(topic), query) }))
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match)
    .map(({ topic }) => topic)
}
