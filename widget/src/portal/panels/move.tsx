import { useEffect, useState } from 'react'
import { longDate } from '../../dates'
import { lastDayOf, monthOf, rangeStart, todayIn, type Month } from '../../month'
import { instantTime } from '../../times'
import { isActive, signed } from '../model'
import { listDepartures, previewMove } from '../server'
import { useTask, type Task } from '../task'
import type { Departure, MoveChoices, MoveDay, MovePreview, TripOrder } from '../types'
import type { PortalUi } from '../ui'
import { Actions, Dialog, Problem } from './dialog'
import { MoveCalendar } from './move-calendar'
import { MoveConfirm } from './move-confirm'

const FEW_SEATS = 5

const keyOf = ({ year, month }: Month): string => `${year}-${month}`
const stepped = ({ year, month }: Month, step: number): Month => monthOf(new Date(Date.UTC(year, month - 1 + step, 1)).toISOString())

type Loaded = { found: MoveChoices | null; load: () => void; task: Task }

/** The departures of the months and experiences that were looked at. */
function useChoices({ hash }: PortalUi, order: TripOrder, month: Month, today: string, experience: number | null): Loaded {
  const [known, setKnown] = useState<Record<string, MoveChoices>>({})
  const task = useTask()
  const key = `${keyOf(month)} ${experience}`
  const load = (): void =>
    void task.run(async () => {
      const found = await listDepartures(hash, order.id, rangeStart(month, today), lastDayOf(month), experience)
      setKnown((others) => ({ ...others, [key]: found }))
    })
  const isKnown = key in known
  useEffect(() => {
    if (!isKnown && !task.isBusy && !task.problem) load()
  })
  return { found: known[key] ?? null, load, task }
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

type Chosen = { date: string | null; timeslot: number | null }

const NOTHING: Chosen = { date: null, timeslot: null }
const openOf = (day: MoveDay): Departure[] => day.timeslots.filter((slot) => slot.is_bookable && !slot.is_current)

/** Which activity it is to be, where there is more than one to choose from. */
function Experience({ ui, choices, onChoose }: { ui: PortalUi; choices: MoveChoices; onChoose: (experience: number) => void }) {
  const { experiences, experience_id } = choices
  if (experiences.length < 2) return null
  return (
    <div className="field">
      <label htmlFor="move-experience">{ui.t('experience')}</label>
      <select id="move-experience" value={experience_id} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {experiences.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type PickProps = { ui: PortalUi; order: TripOrder; onPreview: (preview: MovePreview, name: string) => void }

function Pick({ ui, order, onPreview }: PickProps) {
  const { t, portal, hash } = ui
  const today = todayIn(portal.properties.time_zone, new Date(ui.now))
  const date = order.timeslot?.date ?? today
  const [month, setMonth] = useState(() => monthOf(date > today ? date : today))
  const [chosen, setChosen] = useState(NOTHING)
  const [experience, setExperience] = useState<number | null>(null)
  const { found, load, task: loading } = useChoices(ui, order, month, today, experience)
  // While another one is on its way, the names are there already.
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const named = found ?? (last && experience !== null ? { ...last, experience_id: experience } : last)
  const task = useTask()
  const look = (change: () => void): void => {
    loading.clear()
    setChosen(NOTHING)
    change()
  }
  const day = found?.days.find((one) => one.date === chosen.date)
  const isEmpty = found !== null && !found.days.some((one) => openOf(one).length > 0)
  const choose = (to: string): void => {
    const open = found?.days.filter((one) => one.date === to).flatMap(openOf) ?? []
    setChosen({ date: to, timeslot: open.length === 1 ? open[0]!.timeslot_id : null })
  }
  const name = named?.experiences.find(({ id }) => id === named.experience_id)?.name ?? order.experience.name
  const preview = (): Promise<void> => task.run(async () => onPreview(await previewMove(hash, order.id, chosen.timeslot!), name))
  return (
    <>
      {named && <Experience ui={ui} choices={named} onChoose={(to) => look(() => setExperience(to))} />}
      <MoveCalendar ui={ui} month={month} today={today} days={found?.days ?? null} chosen={chosen.date} onMonth={(step) => look(() => setMonth(stepped(month, step)))} onChoose={choose} />
      {loading.problem && (
        <div className="notice danger" role="alert">
          <p>{t(loading.problem)}</p>
          <button type="button" className="link" onClick={load}>
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
  const [shown, setShown] = useState<{ preview: MovePreview; name: string } | null>(null)
  const order = ui.portal.trip.tripOrders.find(({ id }) => id === orderId)
  if (!order) return null
  return (
    <Dialog ui={ui} title={ui.t(isActive(order) ? 'changeTime' : 'chooseTime')}>
      {shown ? (
        <MoveConfirm ui={ui} order={order} name={shown.name} preview={shown.preview} onPreview={(preview) => setShown(preview && { ...shown, preview })} />
      ) : (
        <Pick ui={ui} order={order} onPreview={(preview, name) => setShown({ preview, name })} />
      )}
    </Dialog>
  )
}
