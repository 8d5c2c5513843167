'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Answer, AnswerProps } from '../answer'
import { restOf } from '../tickets'

/** What can be done about an answer: go on all the same, take it back, let the others in, look at the trip. */
export function AnswerActions(props: AnswerProps) {
  const { answer } = props
  const trip = 'ticket' in answer ? answer.ticket.order.trip.id : 'trip' in answer ? answer.trip : null
  if (trip === null) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Deeds {...props} />
      <TripLink trip={trip} />
    </div>
  )
}

function Deeds(props: AnswerProps) {
  const t = useTranslations('scanner')
  const { answer, onCheckIn, onUndo } = props
  if (answer.kind === 'ask') return <Ask {...props} answer={answer} />
  if (answer.kind === 'undone')
    return (
      <Button size="lg" onPress={() => onCheckIn(answer.ticket, answer.guests)}>
        {t('checkInAgain')}
      </Button>
    )
  const isIn = answer.kind === 'done' || (answer.kind === 'already' && answer.at)
  if (!isIn) return null
  const rest = restOf(answer.ticket, answer.guests)
  return (
    <>
      {rest.length > 0 && (
        <Button look="primary" size="lg" onPress={() => onCheckIn(answer.ticket, rest)}>
          {t('checkInRest', { count: rest.length })}
        </Button>
      )}
      <Button size="lg" onPress={() => onUndo(answer.ticket, answer.guests)}>
        {t('undo')}
      </Button>
    </>
  )
}

type AskProps = AnswerProps & { answer: Extract<Answer, { kind: 'ask' }> }

function Ask({ answer, onCheckIn, onSwitch }: AskProps) {
  const t = useTranslations('scanner')
  const format = useFormat()
  const { guests, isOtherDay, isOtherDeparture } = answer.verdict
  const { departure } = answer.ticket
  return (
    <>
      {isOtherDeparture && !isOtherDay && (
        <Button look="primary" size="lg" onPress={() => onSwitch(answer.ticket)}>
          {t('switchTo', { time: format.time(departure.start_time) })}
        </Button>
      )}
      <Button size="lg" onPress={() => onCheckIn(answer.ticket, guests)}>
        {t('anyway', { count: guests.length })}
      </Button>
    </>
  )
}

/** Only with a role that opens it. */
function TripLink({ trip }: { trip: number }) {
  const t = useTranslations('scanner')
  if (!useCan('trip.view')) return null
  return (
    <AppLink to="trip" params={{ trip: String(trip) }} prefetch={false} className={buttonClass('quiet', 'lg')}>
      {t('openTrip')}
    </AppLink>
  )
}
