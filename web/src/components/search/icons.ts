import {
  BookOpen,
  CircleHelp,
  Compass,
  Gift,
  Handshake,
  Package,
  Phone,
  ReceiptText,
  User,
  type LucideIcon,
} from 'lucide-react'
import type { ResultType } from './model'

export const resultIcons: Record<ResultType, LucideIcon> = {
  trip: BookOpen,
  customer: User,
  experience: Compass,
  gift_card: Gift,
  invoice: ReceiptText,
  reseller: Handshake,
  product: Package,
  call: Phone,
  help: CircleHelp,
}
