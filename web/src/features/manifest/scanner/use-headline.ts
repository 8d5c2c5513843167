'use client'
import { useTranslations } from 'use-intl'
import { fullName } from '@/lib/names'
import { useFormat } from '@/lib/use-format'
import { nameOf } from '../model'
import type { Booking, Day } from '../types'
import type { Answer } from './answer'
import type { Ticket } from './tickets'

/** Whom an answer is about: one guest by name, else the party. */
export function whoOf({ order }: Ticket, guests: readonly Booking[]): string {
  const [only] = guests.length === 1 ? guests : []
  return (only && fullName(only.guest)) || nameOf(order)
}

/** What an answer says in one line, and what else there is to know about it. */
export function useHeadline(answer: Answer, day: Day, today: string): { title: string; text?: string } {
  const t = useTranslations('scanner')
  const format = useFormat()
  const question = useQuestion(today)
  switch (answer.kind) {
    case 'looking':
      return { title: t('looking') }
    case 'done': {
      const who = whoOf(answer.ticket, answer.guests) || t('noName')
      const title = t('done', { who, count: answer.guests.length })
      return { title, text: answer.isWaiting ? t('doneOffline') : undefined }
    }
    case 'undone':
      return { title: t('undone', { who: whoOf(answer.ticket, answer.guests) || t('noName') }) }
    case 'ask':
      return question(answer)
    case 'already': {
      const who = whoOf(answer.ticket, answer.guests) || t('noName')
      if (!answer.at) return { title: who }
      return { title: t('already', { time: format.instantTime(answer.at, day.time_zone) }), text: who }
    }
    case 'refused':
      return { title: t('refused', { who: nameOf(answer.ticket.order) || t('noName') }), text: answer.text }
    case 'failed':
      return { title: t('failed'), text: answer.text }
    case 'canceled':
    case 'unscheduled':
    case 'not_booked':
      return { title: t(answer.kind), text: [answer.name, answer.experience].filter(Boolean).join(' · ') }
    default:
      return { title: t(answer.kind), text: t(`${answer.kind}Text`) }
  }
}

function useQuestion(today: string) {
  const t = useTranslations('scanner')
  const format = useFormat()
  return ({ ticket, verdict }: Extract<Answer, { kind: 'ask' }>) => {
    const { departure } = ticket
    const time = format.time(departure.start_time)
    if (verdict.isOtherDay) {
      const text = departure.date < today ? t('dayOver') : t('dayAhead')
      return { title: t('otherDay', { day: format.day(departure.date), time }), text }
    }
    if (verdict.isOtherDeparture) return { title: t('otherDeparture', { time, name: departure.experience.name }) }
    return { title: whoOf(ticket, verdict.guests) || t('noName'), text: t('askText') }
  }
}
