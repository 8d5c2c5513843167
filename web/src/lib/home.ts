import { exists } from '@/routes'
import { access } from '@/routes/access'
import { canAny } from './session'

const homes = ['manifest', 'trips', 'dashboard', 'experiences', 'profile'] as const
export type Home = (typeof homes)[number]

/** Where a reader begins: the day, or the first page that the role opens. */
export function homeOf(permissions: readonly string[]): Home {
  return homes.find((name) => exists(name) && canAny(permissions, access[name])) ?? 'manifest'
}
