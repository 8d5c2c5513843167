import {
  Compass,
  Gift,
  Handshake,
  LayoutTemplate,
  Mail,
  PhoneCall,
  ReceiptText,
  Share2,
  Smartphone,
  SquareStack,
  TicketPlus,
  Truck,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import { isRouteOn, type Flags } from '@/lib/features'
import { canAny } from '@/lib/session'

type Row = { id: string; to: string; query?: string; permission: string; icon: LucideIcon }

// `?new=1` asks a list page to open its form at once.
const table = [
  { id: 'trip', to: 'tripNew', permission: 'trip.create', icon: TicketPlus },
  { id: 'call', to: 'calls', query: 'new=1', permission: 'call.view', icon: PhoneCall },
  { id: 'customer', to: 'customers', query: 'new=1', permission: 'customer.edit', icon: UserPlus },
  { id: 'giftCard', to: 'giftCards', query: 'new=1', permission: 'giftcard.manage', icon: Gift },
  { id: 'reseller', to: 'resellers', query: 'new=1', permission: 'reseller.manage', icon: Handshake },
  { id: 'invoice', to: 'invoices', query: 'new=1', permission: 'invoice.manage', icon: ReceiptText },
  { id: 'experience', to: 'experienceNew', permission: 'setup.experiences', icon: Compass },
  { id: 'teamMember', to: 'team', query: 'new=1', permission: 'team.manage', icon: Mail },
  { id: 'resource', to: 'resources', query: 'new=1', permission: 'resource.manage', icon: Truck },
  { id: 'customField', to: 'customFields', query: 'new=1', permission: 'setup.general', icon: SquareStack },
  { id: 'waiverTemplate', to: 'waiverTemplates', query: 'new=1', permission: 'setup.general', icon: LayoutTemplate },
  { id: 'channel', to: 'channels', query: 'new=1', permission: 'setup.plugins', icon: Share2 },
  { id: 'device', to: 'devices', query: 'new=1', permission: 'setup.general', icon: Smartphone },
] as const satisfies readonly Row[]

export type Creatable = (typeof table)[number]

/** What these permissions allow to make, where its page is built and on. */
export function creatablesFor(permissions: readonly string[], flags?: Flags): Creatable[] {
  return table.filter((row) => canAny(permissions, [row.permission]) && isRouteOn(flags, row.to))
}
