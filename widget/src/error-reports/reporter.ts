/** The official client with nothing switched on but what catches errors. */
import {
  BrowserClient,
  dedupeIntegration,
  defaultStackParser,
  functionToStringIntegration,
  getCurrentScope,
  globalHandlersIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser'
import { allowed } from './allow-list'

/** What the server tells a page (platform/outfitter/error_reports/browser.py). */
export type Settings = {
  dsn: string
  release: string
  environment: string
  operator: string
  user: number | null
}

/** A failure that a screen has shown to somebody, with the reference it gave them. */
export type Crash = { error: unknown; reference: string }

/** The page by the words of its address that are ours: never what comes after them. */
export function pageOf(path: string, isPlatforms = false): string {
  const [, , first = '', next = ''] = /^(?:\/([a-z]{2}(?:-[A-Z]{2})?)(?=\/))?\/([A-Za-z]+)(?:\/([A-Za-z]+))?/.exec(path) ?? []
  if (first === 'widgets') return `widgets/${['calendar', 'tripBuilder', 'calendarCustomerType'].includes(next) ? next : ''}`
  if (isPlatforms) return ['signup', 'signin', 'platform'].includes(first) ? first : 'apex'
  return ['pay', 'customerPortal', 'waiverPortal'].includes(first) ? first : 'office'
}

/** Begins to report; returns the function that reports what a screen has caught itself. */
export function startReports(settings: Settings, path: string): (crash: Crash) => void {
  const client = new BrowserClient({
    dsn: settings.dsn,
    release: settings.release,
    environment: settings.environment,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    sendClientReports: false,
    integrations: [globalHandlersIntegration(), linkedErrorsIntegration(), dedupeIntegration(), functionToStringIntegration()],
    beforeBreadcrumb: () => null,
    beforeSend: allowed,
  })
  const scope = getCurrentScope()
  scope.setClient(client)
  // The platform's own pages are no operator's.
  const isPlatforms = settings.operator === ''
  scope.setTags({ operator: isPlatforms ? undefined : settings.operator, page: pageOf(path, isPlatforms) })
  if (settings.user !== null) scope.setUser({ id: String(settings.user) })
  client.init()
  return ({ error, reference }) => {
    const own = scope.clone()
    own.setTag('reference', reference)
    client.captureException(error, {}, own)
  }
}
