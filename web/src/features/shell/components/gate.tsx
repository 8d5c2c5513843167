'use client'
import type { ReactNode } from 'react'
import { ErrorHelpContext, type ErrorHelp } from '@/components/ui/error-help'
import { late } from '@/lib/late'
import { canAny, useSession } from '@/lib/session'
import type { RouteName } from '@/routes'
import { access } from '@/routes/access'

const MissingScreen = late(() => import('./missing-screen').then((file) => file.MissingScreen))
const Forbidden = late(() => import('@/components/forbidden').then((file) => file.Forbidden))

const help: ErrorHelp = {
  not_found: () => <MissingScreen />,
  forbidden: ({ detail }) => (
    <Forbidden permissions={typeof detail.permission === 'string' ? [detail.permission] : []} />
  ),
}

/** Keeps a reader from a page that the role does not open, and explains failures that concern the address. */
export function Gate({ route, children }: { route: RouteName | null; children: ReactNode }) {
  const session = useSession()
  const wanted = (route && access[route]) ?? []
  if (session && !canAny(session.permissions, wanted)) return <Forbidden permissions={wanted} />
  return <ErrorHelpContext value={help}>{children}</ErrorHelpContext>
}
