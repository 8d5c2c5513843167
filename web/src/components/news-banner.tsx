'use client'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'

const NewsNotice = late(() => import('./notifications/news-notice').then((file) => file.NewsNotice))

/** Important news of whoever runs the platform, until the reader has read it. */
export function NewsBanner() {
  const banner = useSession()?.newsBanner
  if (!banner) return null
  return <NewsNotice id={banner.id} isUrgent={banner.severity === 'urgent'} />
}
