/** The operator's own questions: which are asked now, what counts as an answer. Pure. */
import { fieldError, type FieldError } from './contact'
import { guestNames } from './orders'
import { activeOrders, type AnswerValue, type Question, type Trip } from './types'

/** What was typed, by the key of the question. */
export type Answers = Readonly<Record<string, AnswerValue>>
export type AnswerErrors = Readonly<Record<string, FieldError>>

/** Questions that stand together: of the trip, of one activity, of one guest. */
export type Group = { key: string; title: string | null; guest: string | null; questions: Question[] }

const isAskedNow = ({ ask_when, is_asked }: Question): boolean => ask_when === 'checkout' && is_asked

/** Everything that is asked before paying; with several activities each group says whose it is. */
export function questionGroups(trip: Trip | null): Group[] {
  if (!trip) return []
  const orders = activeOrders(trip)
  // Of one activity, what is asked about it and about the trip is about the same.
  const [only] = orders.length === 1 ? orders : []
  const groups: Group[] = [{ key: 'trip', title: null, guest: null, questions: [...trip.customFieldValues, ...(only?.customFieldValues ?? [])] }]
  for (const order of orders) {
    const names = guestNames(order)
    if (!only) groups.push({ key: `o${order.id}`, title: order.experience.name, guest: null, questions: order.customFieldValues })
    for (const booking of order.bookings) {
      groups.push({ key: `b${booking.id}`, title: order.experience.name, guest: names.get(booking.id)!, questions: booking.customFieldValues })
    }
  }
  return groups
    .map((group) => ({ ...group, questions: group.questions.filter(isAskedNow) }))
    .filter(({ questions }) => questions.length > 0)
}

export const askedOf = (trip: Trip | null): Question[] => questionGroups(trip).flatMap(({ questions }) => questions)

/** What stands in a field: what was typed here, else what the server knows. */
export const answerOf = (answers: Answers, { key, value }: Question): AnswerValue => (key in answers ? answers[key]! : value)

const isEmpty = (value: AnswerValue | undefined): boolean => value == null || value === false || (Array.isArray(value) ? value.length === 0 : String(value).trim() === '')

const NUMBERS = new Set(['number', 'height', 'weight'])

function numberError({ kind, validation: { min, max } }: Question, value: AnswerValue): FieldError | null {
  const number = Number(String(value).replace(',', '.'))
  if (!Number.isFinite(number)) return { key: 'numberInvalid' }
  if (min != null && number < min) return { key: 'numberLeast', values: { n: min } }
  if (kind !== 'number' && number <= 0) return { key: 'numberInvalid' }
  return max != null && number > max ? { key: 'numberMost', values: { n: max } } : null
}

/** What is wrong with an answer, if anything. An answer that the server hides counts as given. */
export function answerError(question: Question, value: AnswerValue, isTyped: boolean): FieldError | null {
  const { kind, is_required, is_answered, validation } = question
  if (isEmpty(value)) return is_required && (isTyped || !is_answered) ? { key: 'required' } : null
  if (NUMBERS.has(kind)) return numberError(question, value)
  if (kind === 'email' || kind === 'phone') return fieldError(kind, String(value))
  const most = validation.max_length
  return most != null && String(value).length > most ? { key: 'textLong', values: { n: most } } : null
}

export function answerErrors(trip: Trip | null, answers: Answers): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {}
  for (const question of askedOf(trip)) {
    const error = answerError(question, answerOf(answers, question), question.key in answers)
    if (error) errors[question.key] = error
  }
  return errors
}

/** What was typed to questions that are asked, as the server takes it; files are there already. */
export function answersBody(trip: Trip | null, answers: Answers): { key: string; value: AnswerValue }[] {
  return askedOf(trip)
    .filter(({ key, kind }) => key in answers && kind !== 'file')
    .map(({ key, kind }) => {
      const value = answers[key]!
      if (isEmpty(value) && kind !== 'checkbox') return { key, value: null }
      return { key, value: typeof value === 'string' ? value.trim() : value }
    })
}

/** The server's objections to answers, by key. */
export function serverAnswerErrors(detail: Record<string, unknown>): Record<string, FieldError> {
  const fields = (detail.fields ?? {}) as Record<string, string[]>
  const errors: Record<string, FieldError> = {}
  for (const [path, [text]] of Object.entries(fields)) {
    if (text && /^(trip|trip_order|booking)\.\d+\.\d+$/.test(path)) errors[path] = { text }
  }
  return errors
}
