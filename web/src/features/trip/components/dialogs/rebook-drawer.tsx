'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import { runningQuery } from '../../departures'
import type { PriceMode } from '../../mapping'
import { kindsOf } from '../../model'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Change, Order } from '../../types'
import { DepartureChooser } from '../rebook/departure-chooser'
import { MappingPart } from '../rebook/mapping-part'
import { MovePreview, useMovePreview } from '../rebook/move-preview'
import { moveBody, useMove, type Move } from '../rebook/use-move'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Notify } from './parts'

/** Move an order to another departure, or give one without a date its day. */
export function RebookDrawer({ what, onClose }: DialogProps<'rebook'>) {
  const order = useOrder(what.order)
  return order && <Chooser order={order} onClose={onClose} />
}

function Chooser({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const { trip, may } = useTrip()
  const move = useMove(order)
  const when = useWhen(move)
  const preview = useMovePreview(order, move)
  const isSold = trip.status.slug !== 'draft'
  return (
    <DeedDialog
      isDrawer
      title={t('rebookTitle', { what: order.experience.name })}
      label={when ? t('moveTo', { when }) : t('rebook')}
      isDisabled={!move.isReady || preview.isError}
      aside={preview.data && <Delta amount={preview.data.preview.delta} />}
      onClose={onClose}
      change={() => ({ ...rebook(order, move), done: t('done_moved', { when }) })}
    >
      <Party order={order} />
      <ExperienceChoice order={order} move={move} />
      <DepartureChooser
        experience={move.experience}
        party={order.bookings.reduce((sum, one) => sum + one.pax_cnt, 0)}
        current={order.timeslot?.id ?? null}
        value={move.slot?.id ?? null}
        onChange={(slot) => move.put({ slot })}
        firstDay={move.firstDay}
        onFirstDay={(firstDay) => move.put({ firstDay })}
        isOver={move.isOver}
      />
      {may.overbook && (
        <Switch isSelected={move.isOver} onChange={(isOver) => move.put({ isOver })}>
          {t('overbook')}
        </Switch>
      )}
      {move.slot && <Terms order={order} move={move} preview={preview} />}
      {isSold && <Notify value={move.notify} onChange={(notify) => move.put({ notify })} />}
    </DeedDialog>
  )
}

/** What the move costs more or less, in view while the list above is long. */
function Delta({ amount }: { amount: number }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  return (
    <span aria-live="polite">
      {t('difference')} <strong className="tabular-nums">{format.money(amount, trip.currency)}</strong>
    </span>
  )
}

/** The move, and the way back where the guests stay with the experience and pay what they paid. */
function rebook(order: Order, move: Move): Change {
  const { slot, mode, notify, mapping } = move
  const to = (timeslot: number, body: object): Change['send'] => {
    const at = { tripOrder: order.id, timeslot }
    return ({ version }) => send('/api/tripOrder/{tripOrder}/rebook/{timeslot}', at, { ...body, version })
  }
  const mayUndo = order.timeslot && !mapping && mode === 'keep' && !notify
  return {
    send: to(slot?.id ?? 0, { ...moveBody(move), notify }),
    undo: mayUndo ? { send: to(order.timeslot?.id ?? 0, { price_mode: 'keep', notify: false }) } : undefined,
  }
}

function useWhen({ slot }: Move): string {
  const t = useTranslations('trip')
  const format = useFormat()
  if (!slot) return ''
  return `${format.day(slot.date, 'short')}, ${slot.is_flex ? t('anyTime') : format.time(slot.start_time)}`
}

function Party({ order }: { order: Order }) {
  const format = useFormat()
  const guestCount = useGuestCount()
  const parts = kindsOf(order.bookings).map(({ name, qty }) => guestCount(name, qty))
  return <p className="text-sm text-soft">{format.shortList(parts)}</p>
}

/** Another experience than the one that was booked. */
function ExperienceChoice({ order, move }: { order: Order; move: Move }) {
  const t = useTranslations('trip')
  const { data } = useQuery(runningQuery(move.firstDay))
  const others = (data ?? []).filter((one) => one.id !== order.experience.id)
  const options = [order.experience, ...others].map(({ id, name }) => ({ id, name }))
  return (
    <Select
      label={t('experience')}
      options={options}
      value={move.experience}
      onChange={(experience) => move.put({ experience, slot: null, own: {} })}
    />
  )
}

const modes: readonly PriceMode[] = ['keep', 'reprice_if_higher', 'reprice']

type TermsProps = { order: Order; move: Move; preview: ReturnType<typeof useMovePreview> }

/** At which price, and what that means. */
function Terms({ order, move, preview }: TermsProps) {
  const t = useTranslations('trip')
  return (
    <>
      <MappingPart order={order} move={move} />
      <RadioGroup
        label={t('priceMode')}
        options={modes.map((id) => ({ id, name: t(`mode_${id}`) }))}
        value={move.mode}
        onChange={(mode) => move.put({ mode })}
      />
      {move.isReady && <MovePreview preview={preview} />}
    </>
  )
}
