import {
  BookOpen,
  CalendarCheck2,
  CalendarDays,
  ChartNoAxesCombined,
  CircleHelp,
  Compass,
  FileSignature,
  Gift,
  Handshake,
  Landmark,
  LayoutDashboard,
  MessagesSquare,
  Phone,
  ReceiptText,
  Settings,
  Star,
  Store,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { canAny } from '@/lib/session'
import { type RouteName } from '@/routes'
import { access } from '@/routes/access'

type Row = {
  to: RouteName
  group: 'day' | 'business' | 'end'
  icon: LucideIcon
  /** After `g` it goes there. */
  key: string
  /** The other screens that belong to this place. */
  under: readonly RouteName[]
}

const table = [
  { to: 'desk', group: 'day', icon: Store, key: 'a', under: ['deskTrips', 'deskMoney', 'deskTrip'] },
  { to: 'manifest', group: 'day', icon: CalendarCheck2, key: 'm', under: ['scanner'] },
  { to: 'calendar', group: 'day', icon: CalendarDays, key: 'c', under: [] },
  { to: 'trips', group: 'day', icon: BookOpen, key: 't', under: ['trip', 'tripNew'] },
  { to: 'customers', group: 'day', icon: Users, key: 'u', under: ['customer'] },
  { to: 'inbox', group: 'day', icon: MessagesSquare, key: 'o', under: [] },
  { to: 'pointOfSale', group: 'day', icon: Store, key: 'p', under: ['cash'] },
  { to: 'waivers', group: 'day', icon: FileSignature, key: 'w', under: [] },
  { to: 'calls', group: 'day', icon: Phone, key: 'l', under: ['call'] },
  { to: 'dashboard', group: 'business', icon: LayoutDashboard, key: 'd', under: [] },
  {
    to: 'experiences',
    group: 'business',
    icon: Compass,
    key: 'e',
    under: [
      'experienceNew',
      'experienceEdit',
      'experienceAvailability',
      'experienceSummary',
      'experienceDates',
      'experienceRestriction',
      'experienceAudit',
      'experienceCrmBefore',
      'experienceCrmConfirm',
      'experienceCrmAfter',
      'availabilityEdit',
      'bulkEdit',
    ],
  },
  { to: 'reviews', group: 'business', icon: Star, key: 'f', under: [] },
  { to: 'giftCards', group: 'business', icon: Gift, key: 'k', under: [] },
  { to: 'resellers', group: 'business', icon: Handshake, key: 'v', under: ['reseller', 'resellerTab'] },
  { to: 'invoices', group: 'business', icon: ReceiptText, key: 'i', under: ['invoice', 'invoiceInList'] },
  { to: 'payouts', group: 'business', icon: Landmark, key: 'y', under: [] },
  { to: 'reports', group: 'business', icon: ChartNoAxesCombined, key: 'r', under: [] },
  {
    to: 'setup',
    group: 'end',
    icon: Settings,
    key: 's',
    under: [
      'firstSteps',
      'referral',
      'general',
      'payments',
      'team',
      'teamMember',
      'roles',
      'customFields',
      'catalog',
      'resources',
      'waiverTemplates',
      'waiverTemplateEdit',
      'devices',
      'plugins',
      'plugin',
      'channels',
      'channel',
      'aiAgents',
      'developers',
      'billing',
      'embedCodes',
      'auditLogViewer',
      'importExportViewer',
      'importer',
      'crmSettings',
      'callSettings',
      'templateNew',
      'templateEdit',
    ],
  },
  { to: 'help', group: 'end', icon: CircleHelp, key: 'h', under: [] },
] as const satisfies readonly Row[]

export type Place = (typeof table)[number]
export const places: readonly Place[] = table

/** The places of the office that are built and that these permissions open; the desk is for agents alone. */
export function placesFor(permissions: readonly string[], hasDesk = false): Place[] {
  return places.filter((place) => canAny(permissions, access[place.to]) && (hasDesk || place.to !== 'desk'))
}

/** Whether a screen belongs to a place. */
export function isAt(place: Place, route: RouteName | null): boolean {
  const under: readonly RouteName[] = place.under
  return route !== null && (place.to === route || under.includes(route))
}
