import { CalendarCheck2, Compass, type LucideIcon } from 'lucide-react'

export type NavItem = {
  to: 'manifest' | 'experiences'
  key: string
  icon: LucideIcon
  permission: string
  under: string
}

/** The places of the office: `key` after `g` goes there, `under` is the start of their addresses. */
export const navItems: NavItem[] = [
  { to: 'manifest', key: 'm', icon: CalendarCheck2, permission: 'manifest.view', under: '/manifest' },
  { to: 'experiences', key: 'e', icon: Compass, permission: 'experience.view', under: '/setup/experience' },
]
