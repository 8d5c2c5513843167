import { BookOpen, CircleHelp, Compass, Gift, Handshake, ReceiptText, User, type LucideIcon } from 'lucide-react'
import type { ResultType } from './model'

export const resultIcons: Record<ResultType, LucideIcon> = {
  trip: BookOpen,
  customer: User,
  experience: Compass,
  gift_card: Gift,
  invoice: ReceiptText,
  reseller: Handshake,
  help: CircleHelp,
}
