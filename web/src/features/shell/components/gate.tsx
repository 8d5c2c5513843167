'use client'
import type { ReactNode } from 'react'
import { Forbidden } from '@/components/forbidden'
import { ErrorHelpContext, type ErrorHelp } from '@/components/ui/error-help'
import { canAny, useSession } from '@/lib/session'
import type { RouteName } from '@/routes'
import { access } from '@/routes/access'
import { MissingScreen } from './missing-screen'

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
