import {
  Building2,
  ChartLine,
  FileCheck,
  Handshake,
  Megaphone,
  Plug,
  ScrollText,
  Share2,
  ToggleRight,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import type { RouteName } from '@/routes'

type Row = {
  to: RouteName
  icon: LucideIcon
  /** The other pages that belong to this place. */
  under: readonly RouteName[]
}

/**
 * The places of the platform's desk, in the order of its menu. A new page is a row here, a route in
 * routes.json (host "apex", its name begins with "platform"), and `page_<route>` in platform.json.
 */
export const places = [
  { to: 'platformOperators', icon: Building2, under: ['platformOperator'] },
  { to: 'platformFigures', icon: ChartLine, under: [] },
  { to: 'platformPipeline', icon: Handshake, under: [] },
  { to: 'platformHubspot', icon: Plug, under: [] },
  { to: 'platformBilling', icon: Wallet, under: [] },
  { to: 'platformNews', icon: Megaphone, under: [] },
  { to: 'platformTerms', icon: FileCheck, under: [] },
  { to: 'platformFeatures', icon: ToggleRight, under: [] },
  { to: 'platformReferrals', icon: Share2, under: [] },
  { to: 'platformAudit', icon: ScrollText, under: [] },
] as const satisfies readonly Row[]

export type Place = (typeof places)[number]

/** Whether a page belongs to a place. */
export const isAt = (place: Row, route: RouteName | null) =>
  route !== null && (route === place.to || place.under.includes(route))
