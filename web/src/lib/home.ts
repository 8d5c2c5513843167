import { access } from '@/routes/access'
import { canAny } from './session'

const homes = ['manifest', 'trips', 'dashboard', 'experiences', 'profile'] as const
export type Home = (typeof homes)[number] | 'desk'

/** Who begins somewhere: what their role may do, and whether they sell for a reseller. */
type Reader = { permissions: readonly string[]; userAvatar: { kind: string } }

/** Where a reader begins: an agent at the desk, others with the day, or the first page that the role opens. */
export function homeOf({ permissions, userAvatar }: Reader): Home {
  if (isAgent(userAvatar)) return 'desk'
  return homes.find((name) => canAny(permissions, access[name])) ?? 'manifest'
}

/** Whether somebody sells for a reseller: they have a desk, not the office. */
export const isAgent = (person: { kind: string } | null | undefined): boolean => person?.kind === 'agent'
