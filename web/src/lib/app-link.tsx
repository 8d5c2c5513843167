'use client'
import type { ComponentProps } from 'react'
import { useLocale } from 'use-intl'
import { href, type Params, type RouteName } from '@/routes'
import { WarmLink } from './warm-link'

type Props<K extends RouteName> = Omit<ComponentProps<typeof WarmLink>, 'href'> & {
  to: K
  params: Params[K]
  query?: string
}

/** A link to a screen that keeps the reader's locale. */
export function AppLink<K extends RouteName>({ to, params, query, ...rest }: Props<K>) {
  const path = href(to, params, useLocale())
  return <WarmLink href={query ? `${path}?${query}` : path} {...rest} />
}
