import {
  BadgePercent,
  CalendarDays,
  Compass,
  FileSignature,
  Gift,
  Handshake,
  Shirt,
  Ticket,
  Truck,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { Kind } from '../model'

export const kindIcons: Record<Kind, LucideIcon> = {
  experiences: Compass,
  resources: Truck,
  availabilities: CalendarDays,
  resellers: Handshake,
  customers: Users,
  trips: Ticket,
  waivers: FileSignature,
  gift_cards: Gift,
  offer_codes: BadgePercent,
  products: Shirt,
}
