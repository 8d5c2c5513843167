import {
  Bot,
  Braces,
  Building2,
  Code,
  Compass,
  CreditCard,
  FileSignature,
  FileUp,
  History,
  Import,
  ListChecks,
  Megaphone,
  LibraryBig,
  MessageSquareText,
  Phone,
  Plug,
  Share2,
  ShieldCheck,
  Signpost,
  Smartphone,
  SquareStack,
  Truck,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { isRouteOn, type Flags } from '@/lib/features'
import { canAny } from '@/lib/session'
import { type RouteName } from '@/routes'
import { access } from '@/routes/access'

type Row = { to: RouteName; icon: LucideIcon }

const business = [
  { to: 'firstSteps', icon: ListChecks },
  { to: 'general', icon: Building2 },
  { to: 'payments', icon: CreditCard },
  { to: 'billing', icon: Wallet },
  { to: 'embedCodes', icon: Code },
  { to: 'crmSettings', icon: MessageSquareText },
  { to: 'callSettings', icon: Phone },
  { to: 'referral', icon: Megaphone },
] as const satisfies readonly Row[]
const people = [
  { to: 'team', icon: Users },
  { to: 'guides', icon: Signpost },
  { to: 'roles', icon: ShieldCheck },
] as const satisfies readonly Row[]
const offer = [
  { to: 'experiences', icon: Compass },
  { to: 'catalog', icon: LibraryBig },
  { to: 'resources', icon: Truck },
  { to: 'customFields', icon: SquareStack },
  { to: 'waiverTemplates', icon: FileSignature },
] as const satisfies readonly Row[]
const tools = [
  { to: 'devices', icon: Smartphone },
  { to: 'plugins', icon: Plug },
  { to: 'channels', icon: Share2 },
  { to: 'aiAgents', icon: Bot },
  { to: 'developers', icon: Braces },
  { to: 'auditLogViewer', icon: History },
  { to: 'importer', icon: FileUp },
  { to: 'importExportViewer', icon: Import },
] as const satisfies readonly Row[]

/** The pages of set-up by area. */
export const setupAreas = [
  { id: 'business', pages: business },
  { id: 'people', pages: people },
  { id: 'offer', pages: offer },
  { id: 'tools', pages: tools },
] as const

export type SetupPage = (typeof setupAreas)[number]['pages'][number]

/**
 * The areas with the pages that are built, that are on here and that these permissions open; an empty area is
 * left out.
 */
export function setupAreasFor(permissions: readonly string[], flags?: Flags) {
  return setupAreas
    .map(({ id, pages }) => ({
      id,
      pages: (pages as readonly SetupPage[]).filter(
        (page) => canAny(permissions, access[page.to]) && isRouteOn(flags, page.to),
      ),
    }))
    .filter(({ pages }) => pages.length > 0)
}
