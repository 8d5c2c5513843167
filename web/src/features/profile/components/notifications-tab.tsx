'use client'
import { AlertsSwitch } from '@/components/calls/alerts-switch'
import { NotificationPreferencesCard } from '@/components/notifications/preferences'

/** Which notifications reach the reader, and how. */
export function NotificationsTab() {
  return (
    <div className="space-y-5">
      <NotificationPreferencesCard />
      <AlertsSwitch hasHint />
    </div>
  )
}
