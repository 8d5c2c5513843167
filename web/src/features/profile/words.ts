import { formatDistance, minutesUntil } from '@/lib/dates'

const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'] as const
const names: Partial<Record<(typeof systems)[number], string>> = { CrOS: 'Chromebook' }

/** What a new passkey is called until somebody renames it: the kind of device it was made on. */
export function deviceName(userAgent: string): string {
  const system = systems.find((one) => userAgent.includes(one))
  return system ? (names[system] ?? system) : 'Passkey'
}

/** "3 hours ago", from an instant. */
export function distanceTo(at: string, locale: string): string {
  return formatDistance(minutesUntil(at), locale)
}
