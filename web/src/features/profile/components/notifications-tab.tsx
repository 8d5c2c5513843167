'use client'
import { NotificationPreferencesCard } from '@/components/notifications/preferences'

/** Which notifications reach the reader, and how. */
export function NotificationsTab() {
  return <NotificationPreferencesCard />
}
