'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { CardFace } from '@/components/gift-cards/card-face'
import { useSession } from '@/lib/session'
import type { CardStyle } from '../api'
import type { Draft } from '../model'

/** The card as it will be given, while it is written. */
export function CardPreview({ styles, currency }: { styles: CardStyle[]; currency: string }) {
  const t = useTranslations('giftCards')
  const operator = useSession()?.account.name ?? ''
  const [way, styleId, value, bonus, recipient, sender, message] = useWatch<
    Draft,
    ['way', 'style_id', 'value', 'bonus', 'recipient_name', 'sender_name', 'message']
  >({ name: ['way', 'style_id', 'value', 'bonus', 'recipient_name', 'sender_name', 'message'] })
  const look = styles.find((style) => style.id === styleId) ?? styles[0]
  if (!look) return null
  const isPrinted = way === 'printed'
  const amount = value === null ? null : value + (way === 'given' ? 0 : (bonus ?? 0))
  return (
    <figure aria-label={t('preview')} className="space-y-4 rounded-xl bg-sunken p-5">
      <CardFace
        look={look}
        operator={operator}
        amount={amount}
        currency={currency}
        recipient={isPrinted ? undefined : recipient}
        sender={isPrinted ? undefined : sender}
        code="••••-••••-••••-••••"
      />
      {message && !isPrinted && (
        <blockquote className="px-2 text-center text-pretty whitespace-pre-line italic">“{message}”</blockquote>
      )}
    </figure>
  )
}
