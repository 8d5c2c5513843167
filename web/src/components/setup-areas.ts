import {
  Bot,
  Building2,
  Code,
  Compass,
  CreditCard,
  FileSignature,
  History,
  Import,
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
  type LucideIcon,
} from 'lucide-react'
import { canAny } from '@/lib/session'
import { exists, type RouteName } from '@/routes'
import { access } from '@/routes/access'

type Row = { to: RouteName; icon: LucideIcon }

const business = [
  { to: 'general', icon: Building2 },
  { to: 'payments', icon: CreditCard },
  { to: 'embedCodes', icon: Code },
  { to: 'crmSettings', icon: MessageSquareText },
  { to: 'callSettings', icon: Phone },
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
  { to: 'auditLogViewer', icon: History },
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

/** The areas with the pages that are built and that these permissions open; an empty area is left out. */
export function setupAreasFor(permissions: readonly string[]) {
  return setupAreas
    .map(({ id, pages }) => ({
      id,
      pages: (pages as readonly SetupPage[]).filter((page) => exists(page.to) && canAny(permissions, access[page.to])),
    }))
    .filter(({ pages }) => pages.length > 0)
}
