'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useLocale } from 'use-intl'
import { markRead } from '@/components/notifications/queries'
import { safeTarget } from '@/components/notifications/target'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { useQueryParam } from '@/lib/use-route'
import { localize } from '@/routes'

/** Where a link in a mail arrives: the notification counts as read, and the reader goes on at once. */
export function ReadScreen() {
  const id = Number(useQueryParam('id'))
  const to = safeTarget(useQueryParam('to'))
  const router = useRouter()
  const locale = useLocale()
  useEffect(() => {
    // Whether it could be marked or not, the reader wants to see what it is about.
    if (Number.isSafeInteger(id) && id > 0) markRead([id]).catch(() => undefined)
    router.replace(localize(to, locale))
  }, [id, to, router, locale])
  return <ScreenSkeleton />
}
