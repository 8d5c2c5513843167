import table from './routes.json'

export type Locale = 'en' | 'es' | 'zh' | 'pt' | 'de' | 'it' | 'ja' | 'ko' | 'nl' | 'sv' | 'fr' | 'ru'
export const locales = table.locales as readonly Locale[]
export const defaultLocale = table.defaultLocale as Locale

export type RouteName = keyof typeof table.routes
type NoParams = Record<never, string>

/** The parameters of every screen; a route without an entry here does not compile. */
export type Params = {
  home: NoParams
  landing: NoParams
  signup: NoParams
  apexSignin: NoParams
  platformSignin: NoParams
  platformOperators: NoParams
  platformOperator: { account: string }
  platformFigures: NoParams
  platformPipeline: NoParams
  platformAudit: NoParams
  platformBilling: NoParams
  platformSecurity: NoParams
  signin: NoParams
  manifest: NoParams
  scanner: NoParams
  cash: NoParams
  trip: { trip: string; tab?: string }
  experiences: NoParams
  experienceNew: NoParams
  experienceEdit: { experience: string; part?: string }
  experienceAvailability: { experience: string }
  calendar: NoParams
  calls: NoParams
  call: { call: string }
  callSettings: NoParams
  customers: NoParams
  customer: { customer: string; tab?: string }
  reviews: NoParams
  inbox: NoParams
  giftCards: NoParams
  invoices: NoParams
  invoice: { invoice: string }
  invoiceInList: { invoice: string }
  pointOfSale: NoParams
  register: NoParams
  reports: NoParams
  payouts: { part?: string }
  resellers: NoParams
  reseller: { reseller: string }
  resellerTab: { reseller: string; tab: string }
  agentAccountChooser: NoParams
  desk: NoParams
  deskTrips: NoParams
  deskMoney: NoParams
  deskTrip: { trip: string }
  trips: NoParams
  tripPrint: { trip: string }
  receipt: { trip: string }
  tripNew: NoParams
  waivers: NoParams
  notificationsRead: NoParams
  auditLogViewer: NoParams
  importExportViewer: NoParams
  importer: { importObject?: string }
  bulkEdit: NoParams
  crmSettings: { tab?: string }
  templateNew: NoParams
  templateEdit: { template: string }
  experienceSummary: { experience: string }
  experienceDates: { experience: string }
  experienceRestriction: { experience: string }
  experienceAudit: { experience: string }
  experienceCrmBefore: { experience: string }
  experienceCrmConfirm: { experience: string }
  experienceCrmAfter: { experience: string }
  availabilityEdit: { experienceTimeslot: string }
  general: { tab?: string }
  payments: { tab?: string }
  teamMember: { userAvatar: string }
  dashboard: NoParams
  search: NoParams
  notifications: NoParams
  profile: { tab?: string }
  announcer: NoParams
  device: NoParams
  forgotPassword: NoParams
  help: { article?: string }
  setup: NoParams
  team: NoParams
  guides: NoParams
  guide: { guide: string }
  roles: NoParams
  customFields: NoParams
  catalog: { tab?: string }
  resources: { tab?: string }
  waiverTemplates: NoParams
  waiverTemplateEdit: { waiverTemplate: string }
  aiAgents: NoParams
  developers: NoParams
  billing: NoParams
  agentConnect: NoParams
  devices: NoParams
  plugins: NoParams
  plugin: { plugin: string }
  channels: NoParams
  channel: { connection: string; tab?: string }
  embedCodes: NoParams
  components: NoParams
  firstSteps: NoParams
  platformNews: NoParams
  platformTerms: NoParams
  platformFeatures: NoParams
  platformHubspot: NoParams
  platformReferrals: NoParams
  referral: NoParams
}
type Complete = { [K in RouteName]: Params[K] }

/** The public address of a screen, with the locale in front unless it is the default one. */
export function href<K extends RouteName>(name: K, params: Complete[K], locale?: string): string {
  const given = params as Record<string, string | undefined>
  const path = table.routes[name].path.replace(/\/\{(\w+)\??\}/g, (_, key: string) =>
    given[key] === undefined ? '' : `/${encodeURIComponent(given[key])}`,
  )
  return localize(path, locale)
}

/** Put a locale in front of a path that has none. */
export function localize(path: string, locale?: string): string {
  if (!locale || locale === defaultLocale) return path
  return `/${locale}${path === '/' ? '' : path}`
}

/** An address of ours, whatever language it is in, in the one that is read now. */
export function localizePath(address: string, locale?: string): string {
  return localize(splitLocale(address).path, locale)
}

/** The same for a whole address of another host of ours. */
export function localizeUrl(url: string, locale?: string): string {
  const address = new URL(url)
  address.pathname = localize(address.pathname, locale)
  return address.href
}

/** Take the optional locale off an address. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  const [, first = '', rest = ''] = pathname.match(/^\/([^/]+)(\/.*)?$/) ?? []
  const locale = locales.find((one) => one === first)
  return locale ? { locale, path: rest || '/' } : { locale: defaultLocale, path: pathname }
}

function pattern(path: string): RegExp {
  const source = path.replace(/\/\{(\w+)\?\}/g, '(?:/(?<$1>[^/]+))?').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}/?$`)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a lone % typed into the address bar is kept as it stands
  }
}

const patterns = Object.entries(table.routes)
  .filter(([, row]) => row.host !== 'apex')
  .map(([name, row]) => [name as RouteName, pattern(row.path)] as const)

/** Which screen an address of an operator belongs to; the first one in the table, as the server does it. */
export function routeAt(pathname: string): RouteName | null {
  const { path } = splitLocale(pathname)
  return patterns.find(([, regex]) => regex.test(path))?.[0] ?? null
}

const platformPatterns = Object.entries(table.routes)
  .filter(([name]) => name.startsWith('platform'))
  .map(([name, row]) => [name as RouteName, pattern(row.path)] as const)

/** Which page of the platform's desk an address belongs to, on the platform's own host. */
export function platformRouteAt(pathname: string): RouteName | null {
  const { path } = splitLocale(pathname)
  return platformPatterns.find(([, regex]) => regex.test(path))?.[0] ?? null
}

/** Read a screen's parameters out of an address; null when the address is another screen's. */
export function match<K extends RouteName>(name: K, pathname: string): Complete[K] | null {
  const found = splitLocale(pathname).path.match(pattern(table.routes[name].path))
  if (!found) return null
  const entries = Object.entries(found.groups ?? {}).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([key, value]) => [key, decode(value)])) as Complete[K]
}
