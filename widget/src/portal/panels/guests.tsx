import { useState } from 'react'
import { activeOrders, fullName } from '../model'
import { saveAnswers, saveGuests, type GuestChange } from '../server'
import { refusedFields, useTask } from '../task'
import type { AnswerValue, Guest, Question } from '../types'
import type { PortalUi } from '../ui'
import { Actions, Dialog, Problem } from './dialog'
import { GuestFields, type GuestForm } from './guest-fields'
import { QuestionField } from './question-field'

type Answers = Record<string, AnswerValue>

/** What is sent of the forms: what was typed and is something. */
export function changesOf(forms: Record<number, GuestForm>): GuestChange[] {
  return Object.entries(forms).flatMap(([id, form]) => {
    const filled = Object.entries(form).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))
    return filled.length > 0 ? [{ booking_id: Number(id), ...Object.fromEntries(filled) }] : []
  })
}

const isEmpty = (value: AnswerValue): boolean => value === null || (typeof value === 'string' && !value.trim()) || (Array.isArray(value) && value.length === 0)

export const answersOf = (answers: Answers): { key: string; value: AnswerValue }[] =>
  Object.entries(answers).map(([key, value]) => ({ key, value: isEmpty(value) ? null : typeof value === 'string' ? value.trim() : value }))

/** The objections to one guest of those that were sent: `guests.0.email`. */
function problemsOf(refused: Record<string, string>, sent: readonly GuestChange[], guest: Guest): Record<string, string> {
  const place = sent.findIndex(({ booking_id }) => booking_id === guest.booking_id)
  const own = Object.entries(refused).flatMap(([path, text]) => {
    const [, at, name] = /(?:^|\.)guests\.(\d+)\.(\w+)/.exec(path) ?? []
    return name && (Number(at) === place || Number(at) === guest.booking_id) ? [[name, text] as const] : []
  })
  return Object.fromEntries(own)
}

type QuestionsProps = { ui: PortalUi; questions: readonly Question[]; answers: Answers; refused: Record<string, string>; onAnswer: (key: string, value: AnswerValue) => void }

const Questions = ({ ui, questions, answers, refused, onAnswer }: QuestionsProps) =>
  questions.map((question) => (
    <QuestionField
      key={question.key}
      ui={ui}
      question={question}
      value={question.key in answers ? answers[question.key]! : question.value}
      isWrong={Object.keys(refused).some((path) => path.includes(question.key))}
      onAnswer={(value) => onAnswer(question.key, value)}
    />
  ))

/** Who comes along, and what the operator wants to know of them. */
export function GuestsPanel({ ui }: { ui: PortalUi }) {
  const { t, hash, portal } = ui
  const [forms, setForms] = useState<Record<number, GuestForm>>({})
  const [answers, setAnswers] = useState<Answers>({})
  const task = useTask()
  const orders = activeOrders(portal)
  const sent = changesOf(forms)
  const refused = refusedFields(task.error)
  const isTouched = sent.length > 0 || Object.keys(answers).length > 0
  const save = async (): Promise<void> => {
    if (sent.length > 0) await saveGuests(hash, sent)
    if (Object.keys(answers).length > 0) await saveAnswers(hash, answersOf(answers))
    ui.done({ key: 'guestsSaved' })
  }
  const submit = (event: { preventDefault: () => void }): void => {
    event.preventDefault()
    if (isTouched) void task.run(save)
  }
  const shared = { ui, answers, refused, onAnswer: (key: string, value: AnswerValue) => setAnswers((known) => ({ ...known, [key]: value })) }
  return (
    <Dialog ui={ui} title={t('editGuests')}>
      <form onSubmit={submit} noValidate>
        {portal.questions.length > 0 && (
          <fieldset className="guest">
            <legend>{t('aboutTrip')}</legend>
            <div className="fields">
              <Questions {...shared} questions={portal.questions} />
            </div>
          </fieldset>
        )}
        {portal.orders.map(({ trip_order_id: id, guests, questions }) => {
          const order = orders.find((one) => one.id === id)
          return (
            order && (
              <section key={id} aria-label={order.experience.name}>
                {orders.length > 1 && <h3><bdi>{order.experience.name}</bdi></h3>}
                {questions.length > 0 && (
                  <div className="fields">
                    <Questions {...shared} questions={questions} />
                  </div>
                )}
                {guests.map((guest, place) => (
                  <fieldset key={guest.booking_id} className="guest">
                    <legend>
                      <bdi>{fullName(guest) || t('guestAt', { place: String(place + 1) })}</bdi> <small dir="auto">{guest.ticket}</small>
                    </legend>
                    <div className="fields">
                      <GuestFields
                        ui={ui}
                        guest={guest}
                        form={forms[guest.booking_id] ?? {}}
                        problems={problemsOf(refused, sent, guest)}
                        onChange={(form) => setForms((known) => ({ ...known, [guest.booking_id]: form }))}
                      />
                      <Questions {...shared} questions={guest.questions} />
                    </div>
                  </fieldset>
                ))}
              </section>
            )
          )
        })}
        <Problem ui={ui} task={task} />
        <Actions task={task} label={t('save')} isOff={!isTouched} />
      </form>
    </Dialog>
  )
}
