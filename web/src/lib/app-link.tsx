'use client'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { useLocale } from 'use-intl'
import { href, type Params, type RouteName } from '@/routes'

type Props<K extends RouteName> = Omit<ComponentProps<typeof Link>, 'href'> & {
  to: K
  params: Params[K]
  query?: string
}

/** A link to a screen that keeps the reader's locale; rows of lists pass prefetch={false}. */
export function AppLink<K extends RouteName>({ to, params, query, ...rest }: Props<K>) {
  const address = href(to, params, useLocale())
  return <Link href={query ? `${address}?${query}` : address} {...rest} />
}
