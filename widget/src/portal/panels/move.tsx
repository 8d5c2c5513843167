import { useEffect, useState } from 'react'
import { longDate } from '../../dates'
import { lastDayOf, monthOf, rangeStart, todayIn, type Month } from '../../month'
import { instantTime } from '../../times'
import { activeOrders, signed } from '../model'
import { listDepartures, previewMove } from '../server'
import { useTask, type Task } from '../task'
import type { Departure, MoveDay, MovePreview, TripOrder } from '../types'
import type { PortalUi } from '../ui'
import { Actions, Dialog, Problem } from './dialog'
import { MoveCalendar } from './move-calendar'
import { MoveConfirm } from './move-confirm'

const FEW_SEATS = 5

const keyOf = ({ year, month }: Month): string => `${year}-${month}`
const stepped = ({ year, month }: Month, step: number): Month => monthOf(new Date(Date.UTC(year, month - 1 + step, 1)).toISOString())

type Loaded = { days: Record<string, MoveDay[]>; load: (month: Month) => void; task: Task }

/** The departures of the months that were looked at. */
function useDays({ hash }: PortalUi, order: TripOrder, month: Month, today: string): Loaded {
  const [days, setDays] = useState<Record<string, MoveDay[]>>({})
  const task = useTask()
  const load = (wanted: Month): void =>
    void task.run(async () => {
      const found = await listDepartures(hash, order.id, rangeStart(wanted, today), lastDayOf(wanted))
      setDays((known) => ({ ...known, [keyOf(wanted)]: found }))
    })
  const isKnown = keyOf(month) in days
  useEffect(() => {
    if (!isKnown && !task.isBusy && !task.problem) load(month)
  })
  return { days, load, task }
}

function seatsText({ t }: PortalUi, { is_current, is_bookable, seats }: Departure): string | null {
  if (is_current) return t('yourTime')
  if (!is_bookable) return t('full')
  return seats !== null && seats <= FEW_SEATS ? t('seatsLeft', { n: seats }) : null
}

type TimesProps = { ui: PortalUi; day: MoveDay; chosen: number | null; onChoose: (timeslot: number) => void }

function Times({ ui, day, chosen, onChoose }: TimesProps) {
  const { locale, money, portal } = ui
  return (
    <fieldset className="choices">
      <legend>{longDate(day.date, locale)}</legend>
      {day.timeslots.map((slot) => {
        const isOff = !slot.is_bookable || slot.is_current
        return (
          <label key={slot.timeslot_id} className="choice">
            <input type="radio" name="time" disabled={isOff} checked={chosen === slot.timeslot_id} onChange={() => onChoose(slot.timeslot_id)} />
            <span>
              <b>{instantTime(slot.start_at, locale, portal.properties.time_zone)}</b>
              <small>{seatsText(ui, slot)}</small>
            </span>
            {slot.difference !== null && !slot.is_current && <span className="choice-price">{signed(slot.difference, money) || ui.t('samePrice')}</span>}
          </label>
        )
      })}
    </fieldset>
  )
}

type PickProps = { ui: PortalUi; order: TripOrder; onPreview: (preview: MovePreview) => void }

function Pick({ ui, order, onPreview }: PickProps) {
  const { t, portal, hash } = ui
  const today = todayIn(portal.properties.time_zone, new Date(ui.now))
  const date = order.timeslot?.date ?? today
  const [month, setMonth] = useState(() => monthOf(date > today ? date : today))
  const [chosen, setChosen] = useState<{ date: string | null; timeslot: number | null }>({ date: null, timeslot: null })
  const { days, load, task: loading } = useDays(ui, order, month, today)
  const task = useTask()
  const found = days[keyOf(month)] ?? null
  const day = found?.find((one) => one.date === chosen.date)
  const page = (step: -1 | 1): void => {
    loading.clear()
    setChosen({ date: null, timeslot: null })
    setMonth(stepped(month, step))
  }
  const isEmpty = found !== null && !found.some(({ timeslots }) => timeslots.some((slot) => slot.is_bookable && !slot.is_current))
  const choose = (to: string): void => {
    const open = found?.find((one) => one.date === to)?.timeslots.filter((slot) => slot.is_bookable && !slot.is_current) ?? []
    setChosen({ date: to, timeslot: open.length === 1 ? open[0]!.timeslot_id : null })
  }
  const preview = (): Promise<void> => task.run(async () => onPreview(await previewMove(hash, order.id, chosen.timeslot!)))
  return (
    <>
      <MoveCalendar ui={ui} month={month} today={today} days={found} chosen={chosen.date} onMonth={page} onChoose={choose} />
      {loading.problem && (
        <div className="notice danger" role="alert">
          <p>{t(loading.problem)}</p>
          <button type="button" className="link" onClick={() => load(month)}>
            {t('retry')}
          </button>
        </div>
      )}
      {isEmpty && <p className="detail" role="status">{t('noDepartures')}</p>}
      {day && <Times ui={ui} day={day} chosen={chosen.timeslot} onChoose={(timeslot) => setChosen({ ...chosen, timeslot })} />}
      <Problem ui={ui} task={task} />
      <Actions task={task} label={t('next')} isOff={chosen.timeslot === null} onClick={() => void preview()} />
    </>
  )
}

/** Another time for one activity: a day, a time, what it comes to, and then it counts. */
export function MovePanel({ ui, orderId }: { ui: PortalUi; orderId: number }) {
  const [preview, setPreview] = useState<MovePreview | null>(null)
  const order = activeOrders(ui.portal).find(({ id }) => id === orderId)
  if (!order) return null
  return (
    <Dialog ui={ui} title={ui.t('changeTime')}>
      {preview ? (
        <MoveConfirm ui={ui} order={order} preview={preview} onPreview={setPreview} />
      ) : (
        <Pick ui={ui} order={order} onPreview={setPreview} />
      )}
    </Dialog>
  )
}
