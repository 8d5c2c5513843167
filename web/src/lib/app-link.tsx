'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { useLocale } from 'use-intl'
import { href, type Params, type RouteName } from '@/routes'

type Props<K extends RouteName> = Omit<ComponentProps<typeof Link>, 'href'> & {
  to: K
  params: Params[K]
  query?: string
}

/**
 * A link to a screen that keeps the reader's locale. Its page is fetched when somebody is about to go
 * there, not because the link is in sight; rows of lists pass prefetch={false} and fetch when pressed.
 */
export function AppLink<K extends RouteName>({ to, params, query, ...rest }: Props<K>) {
  const router = useRouter()
  const path = href(to, params, useLocale())
  const address = query ? `${path}?${query}` : path
  const warm = rest.prefetch === false ? undefined : () => router.prefetch(address)
  return <Link href={address} onMouseEnter={warm} onFocus={warm} onTouchStart={warm} {...rest} prefetch={false} />
}
