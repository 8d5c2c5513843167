import { can } from '@/lib/session'
import table from './registry.json'

/** What the server's registry says of a report; tests/support/report_registry.py writes the file. */
export type ReportFacts = {
  shape: 'cells' | 'objects'
  /** The server's name of the list its rows are, for filters; empty when it is none. */
  list: string
  /** All of these open it. */
  permissions: string[]
  /** Its bases of dates, the usual one first; none when it tells how things are now. */
  dates: Basis[]
  /** What it is compared with when nothing is said. */
  compare: '' | 'previous' | 'year'
  /** By how many things at once it can be grouped. */
  levels: number
  groups: { key: string; step: string; column: string }[]
  /** What it is grouped by when nothing is said: it has no rows of its own. */
  defaults: string[]
  totals: Record<string, string>
  first: string[]
  /** The report that shows the rows behind its groups; empty when there are none. */
  rows: string
}
export type Basis = 'created' | 'activity' | 'received'
export type Slug = keyof typeof table

const reports = table as unknown as Record<string, ReportFacts>

/** In the words of an owner: what each part of the catalog answers, in the order it is read. */
export const topics = {
  sales: [
    'trips',
    'tripsGrouped',
    'pace',
    'salesSources',
    'leadTimes',
    'tripOrders',
    'bookings',
    'addons',
    'products',
    'offerCodes',
    'tripsConverted',
  ],
  money: [
    'payments',
    'paymentsGrouped',
    'paymentsTips',
    'tips',
    'tripsUnderpaid',
    'payouts',
    'payoutTransactions',
    'transfers',
    'transferTransactions',
  ],
  taxes: ['taxableSummary', 'taxableDetail', 'tripsTaxable'],
  departures: [
    'experienceDates',
    'departureProfit',
    'noShows',
    'resourceUtilization',
    'resourceUsagesGrouped',
    'resourceUsages',
    'resourceUsagesDetailGrouped',
    'guideUsages',
  ],
  guests: ['customers', 'customerCohorts', 'reviews'],
  partners: ['invoices', 'resellersCreditLimit'],
  value: ['giftCardsSold', 'giftCardsApplied', 'giftCardLiability'],
  records: ['tripsFlagged', 'notes', 'crmNotes', 'callNotes', 'waivers', 'customFieldValues'],
} as const satisfies Record<string, readonly string[]>
export type Topic = keyof typeof topics

/** A report by the last part of its address; undefined when there is none. */
export const reportOf = (slug: string): ReportFacts | undefined =>
  Object.hasOwn(reports, slug) ? reports[slug] : undefined

/** The reports of each topic that these permissions open; one that nobody placed is a record. */
export function catalogFor(permissions: readonly string[]): { topic: Topic; slugs: string[] }[] {
  const open = Object.keys(reports).filter((slug) => reports[slug]?.permissions.every((one) => can(permissions, one)))
  const placed = new Set<string>(Object.values(topics).flat())
  return (Object.keys(topics) as Topic[])
    .map((topic) => {
      const known = topics[topic].filter((slug) => open.includes(slug))
      const others = topic === 'records' ? open.filter((slug) => !placed.has(slug)) : []
      return { topic, slugs: [...known, ...others] }
    })
    .filter(({ slugs }) => slugs.length > 0)
}
