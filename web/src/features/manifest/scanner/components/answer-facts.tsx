'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { nameOf, presenceOf } from '../../model'
import type { AnswerProps } from '../answer'
import { whoOf } from '../use-headline'

/** Name, party, trip, what is due and what is to be signed: what staff say before they let somebody in. */
export function AnswerFacts({ answer, day }: AnswerProps) {
  const t = useTranslations('scanner')
  const format = useFormat()
  if (!('ticket' in answer)) return null
  const { departure } = answer.ticket
  // As it is on the list now: guests may have come since the code was read.
  const order = departure.tripOrders.find((one) => one.id === answer.ticket.order.id) ?? answer.ticket.order
  const { expected } = presenceOf(order)
  const guests = answer.kind === 'ask' ? answer.verdict.guests : 'guests' in answer ? answer.guests : []
  const who = whoOf(answer.ticket, guests)
  const booker = nameOf(order)
  const owes = order.trip.balance_amount > 0 ? order.trip.balance_amount : 0
  const unsigned = answer.kind === 'ask' ? answer.verdict.unsigned : 0
  return (
    <ul className="space-y-1 text-ink">
      {booker && booker !== who && <li>{t('bookedBy', { name: booker })}</li>}
      <li>
        {t('party', { count: guests.length || expected.length, all: expected.length })}
        {' · '}
        {order.trip.confirmation_code}
      </li>
      <li>
        {format.time(departure.start_time)} · <bdi>{departure.experience.name}</bdi>
      </li>
      {owes > 0 && (
        <li className="text-lg font-semibold text-warn">{t('due', { amount: format.money(owes, day.currency) })}</li>
      )}
      {unsigned > 0 && <li className="text-lg font-semibold text-warn">{t('unsigned', { count: unsigned })}</li>}
      {order.note && <li className="text-soft">{order.note}</li>}
    </ul>
  )
}
