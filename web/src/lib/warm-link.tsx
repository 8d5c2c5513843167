'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<typeof Link>, 'href'> & { href: string }

/**
 * A link whose page is fetched when somebody is about to go there, not because the link is in sight;
 * rows of lists pass prefetch={false} and fetch when pressed.
 */
export function WarmLink({ href, ...rest }: Props) {
  const router = useRouter()
  const warm = rest.prefetch === false ? undefined : () => router.prefetch(href)
  return <Link href={href} onMouseEnter={warm} onFocus={warm} onTouchStart={warm} {...rest} prefetch={false} />
}
