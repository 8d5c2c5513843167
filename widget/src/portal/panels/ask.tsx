import { useState } from 'react'
import { useDraft } from '../draft'
import { ask, saveReview } from '../server'
import { useTask } from '../task'
import type { PortalUi } from '../ui'
import { Star } from '../icons'
import { Actions, Dialog, Problem } from './dialog'

const MOST = 2000

type TextProps = { id: string; label: string; text: string; onText: (text: string) => void }

function Text({ id, label, text, onText }: TextProps) {
  return (
    <div className="field wide">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={5} maxLength={MOST} dir="auto" value={text} onInput={(event) => onText(event.currentTarget.value)} />
    </div>
  )
}

/** A question to the operator; it lands as a message on the trip. */
export function AskPanel({ ui }: { ui: PortalUi }) {
  const { t, hash, operator } = ui
  const [text, keep, forget] = useDraft('question', hash)
  const task = useTask()
  const body = text.trim()
  const send = async (): Promise<void> => {
    await ask(hash, body, task.keyFor(body))
    forget()
    ui.done({ key: 'asked', values: { name: operator.name } })
  }
  const submit = (event: { preventDefault: () => void }): void => {
    event.preventDefault()
    if (body) void task.run(send)
  }
  return (
    <Dialog ui={ui} title={t('ask')}>
      <form onSubmit={submit}>
        <Text id="question" label={t('yourQuestion')} text={text} onText={keep} />
        <p className="detail">{t('askHint')}</p>
        <Problem ui={ui} task={task} />
        <Actions task={task} label={t('send')} isOff={!body} />
      </form>
    </Dialog>
  )
}

type StarsProps = { ui: PortalUi; rating: number; onRate: (rating: number) => void }

function Stars({ ui: { t }, rating, onRate }: StarsProps) {
  return (
    <fieldset className="rating">
      <legend>{t('rateTitle')}</legend>
      <div>
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} data-on={stars <= rating}>
            <input type="radio" name="rating" value={stars} checked={rating === stars} onChange={() => onRate(stars)} />
            <Star />
            <span className="visually-hidden">{t('starsOf', { n: stars })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type NpsProps = { ui: PortalUi; nps: number | null; onNps: (nps: number | null) => void }

/** Whether they would recommend it; who does not care to say leaves it. */
function Nps({ ui: { t, operator }, nps, onNps }: NpsProps) {
  return (
    <div className="field wide">
      <label htmlFor="nps">{t('npsTitle', { name: operator.name })}</label>
      <select id="nps" value={nps === null ? '' : String(nps)} onChange={({ currentTarget: { value } }) => onNps(value === '' ? null : Number(value))}>
        <option value="">{t('npsNone')}</option>
        {[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((points) => (
          <option key={points} value={String(points)}>
            {String(points)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** What the customer says of the tour. */
export function ReviewPanel({ ui }: { ui: PortalUi }) {
  const { t, hash, operator } = ui
  const [rating, setRating] = useState(0)
  const [nps, setNps] = useState<number | null>(null)
  const [isPublic, setPublic] = useState(true)
  const [text, keep, forget] = useDraft('review', hash)
  const task = useTask()
  const send = async (): Promise<void> => {
    await saveReview(hash, { rating, nps, body: text.trim(), is_public: isPublic })
    forget()
    ui.done({ key: 'reviewed' })
  }
  const submit = (event: { preventDefault: () => void }): void => {
    event.preventDefault()
    if (rating > 0) void task.run(send)
  }
  return (
    <Dialog ui={ui} title={t('reviewTitle')}>
      <form onSubmit={submit}>
        <Stars ui={ui} rating={rating} onRate={setRating} />
        <Text id="review" label={t('yourWords')} text={text} onText={keep} />
        <Nps ui={ui} nps={nps} onNps={setNps} />
        <label className="check">
          <input type="checkbox" checked={isPublic} onChange={(event) => setPublic(event.currentTarget.checked)} />
          <span>{t('mayPublish', { name: operator.name })}</span>
        </label>
        <Problem ui={ui} task={task} />
        <Actions task={task} label={t('send')} isOff={rating === 0} />
      </form>
    </Dialog>
  )
}
