'use client'
import type { ReactNode } from 'react'
import { ErrorHelpContext, type ErrorHelp } from '@/components/ui/error-help'
import { isRouteOff } from '@/lib/features'
import { late } from '@/lib/late'
import { canAny, useSession } from '@/lib/session'
import type { RouteName } from '@/routes'
import { access } from '@/routes/access'

const MissingScreen = late(() => import('./missing-screen').then((file) => file.MissingScreen))
const Forbidden = late(() => import('@/components/forbidden').then((file) => file.Forbidden))

const SwitchedOff = late(() => import('./switched-off').then((file) => file.SwitchedOff))

const help: ErrorHelp = {
  not_found: () => <MissingScreen />,
  forbidden: ({ detail }) => (
    <Forbidden permissions={typeof detail.permission === 'string' ? [detail.permission] : []} />
  ),
}

/** Keeps a reader from a page that the role does not open or that is switched off, and explains failures that concern the address. */
export function Gate({ route, children }: { route: RouteName | null; children: ReactNode }) {
  const session = useSession()
  const wanted = (route && access[route]) ?? []
  if (session && !canAny(session.permissions, wanted)) return <Forbidden permissions={wanted} />
  const isOff = session !== undefined && route !== null && isRouteOff(session.featureFlags, route)
  const shown = isOff ? <SwitchedOff route={route}>{children}</SwitchedOff> : children
  return <ErrorHelpContext value={help}>{shown}</ErrorHelpContext>
}
