'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { bookableQuery } from '../api'
import type { Slot } from '../model'
import { Part } from './drawer-part'

// domain.md 4.2.5, without those that depend on who is in the party.
const reasons = [
  'not_live',
  'cancelled',
  'closed',
  'past',
  'cutoff',
  'presale',
  'channel_blocked',
  'blackout',
  'sold_out',
  'resource_unavailable',
] as const

/** Whether a departure can be booked online and by staff; if not, the first reason. */
export function WhyNot({ slot }: { slot: Slot }) {
  const t = useTranslations('calendar')
  const [isAsked, setAsked] = useState(false)
  return (
    <Part title={t('bookable')}>
      {isAsked ? (
        <Answers id={slot.id} />
      ) : (
        <Button size="sm" onPress={() => setAsked(true)}>
          {t('whyNot')}
        </Button>
      )}
    </Part>
  )
}

function Answers({ id }: { id: number }) {
  const t = useTranslations('calendar')
  const errorText = useErrorText()
  const { data, error } = useQuery(bookableQuery(id))
  if (error) return <p className="text-sm text-bad">{errorText(error)}</p>
  if (!data) return <Skeleton className="h-12" />
  return (
    <ul className="space-y-1.5" aria-live="polite">
      {(['online', 'staff'] as const).map((who) => (
        <Answer key={who} label={t(`bookable_${who}`)} {...data[who]} />
      ))}
    </ul>
  )
}

type AnswerProps = { label: string; bookable: boolean; reason: string | null; remaining: number | null }

function Answer({ label, bookable, reason, remaining }: AnswerProps) {
  const t = useTranslations('calendar')
  // Asked for nobody in particular: without a seat left nobody can book all the same.
  const why = bookable && remaining !== null && remaining <= 0 ? 'sold_out' : reason
  const known = reasons.find((one) => one === why)
  const isOpen = bookable && !why
  const Icon = isOpen ? CircleCheck : CircleX
  return (
    <li className="flex gap-2 text-sm">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isOpen ? 'text-good' : 'text-bad'}`} />
      <span>
        <span className="font-medium">{label}:</span>{' '}
        {isOpen ? t('canBook') : known ? t(`reason_${known}`) : t('reason_other')}
      </span>
    </li>
  )
}
