'use client'

/** Which notifications reach the reader, and how. */
export function NotificationsTab() {
  return null
}
