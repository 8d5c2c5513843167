'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { motifs } from './motifs'

/** How a card looks: a design with its colours, or a picture of the operator's own. */
export type CardLook = {
  slug: string
  image: string | null
  ground: string
  shade: string
  accent: string
  ink: string
}

type Props = {
  look: CardLook
  operator: string
  /** Minor units; null while none is chosen. */
  amount: number | null
  currency: string
  recipient?: string
  sender?: string
  code?: string
}

/**
 * The face of a gift card, as its owner sees it in the mail and on paper.
 *
 * One drawing that grows with its place: the words stand in it, so a small one is the same card.
 */
export function CardFace({ look, operator, amount, currency, recipient, sender, code }: Props) {
  const t = useTranslations('cardFace')
  const format = useFormat()
  const worth = amount === null ? '' : format.moneyShort(amount, currency)
  return (
    <svg
      role="img"
      aria-label={t('label', { operator, amount: worth })}
      viewBox="0 0 320 202"
      color={look.ink}
      className="block w-full rounded-[4.5%/7%] shadow-[0_1px_2px_rgb(0_0_0/0.2),0_10px_28px_rgb(0_0_0/0.18)]"
    >
      <Ground look={look} />
      <foreignObject width="320" height="202">
        <div className="flex h-full flex-col justify-between p-5 leading-tight [&_p]:text-shadow-2xs">
          <div className="flex items-start justify-between gap-4">
            <p className="line-clamp-2 text-[13px] font-semibold">{operator}</p>
            <p className="text-[30px] leading-none font-bold tracking-tight whitespace-nowrap tabular-nums">{worth}</p>
          </div>
          <div className="flex items-end justify-between gap-4">
            <div className="min-w-0">
              {recipient && <p className="line-clamp-2 text-[17px] font-semibold">{t('for', { name: recipient })}</p>}
              {sender && <p className="mt-0.5 truncate text-[12px]">{t('from', { name: sender })}</p>}
            </div>
            <div className="shrink-0 text-end">
              <p className="text-[11px] font-semibold tracking-[0.08em] uppercase">{t('title')}</p>
              {code && <p className="mt-1 font-mono text-[11px] whitespace-nowrap">{code}</p>}
            </div>
          </div>
        </div>
      </foreignObject>
    </svg>
  )
}

/** What lies behind the words; a small card without words is only this. */
function Ground({ look }: { look: CardLook }) {
  const id = useId()
  if (look.image) {
    return (
      <>
        <defs>
          <linearGradient id={id} x2="0" y2="1">
            <stop stopColor={look.shade} stopOpacity="0.55" />
            <stop offset="0.4" stopColor={look.shade} stopOpacity="0.1" />
            <stop offset="1" stopColor={look.shade} stopOpacity="0.8" />
          </linearGradient>
        </defs>
        <image href={look.image} width="320" height="202" preserveAspectRatio="xMidYMid slice" />
        <rect width="320" height="202" fill={`url(#${id})`} />
      </>
    )
  }
  return (
    <>
      <defs>
        <linearGradient id={id} x2="1" y2="1">
          <stop stopColor={look.ground} />
          <stop offset="1" stopColor={look.shade} />
        </linearGradient>
      </defs>
      <rect width="320" height="202" fill={`url(#${id})`} />
      {motifs[look.slug]?.(look.accent)}
    </>
  )
}

/** A card without its words, for choosing one among others. */
export function CardThumb({ look }: { look: CardLook }) {
  return (
    <svg aria-hidden viewBox="0 0 320 202" className="block w-full rounded-[4.5%/7%]">
      <Ground look={look} />
    </svg>
  )
}
