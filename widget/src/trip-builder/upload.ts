/** Files as answers: they go to the server at once, each to its question. */
import { ApiError, headersFor, NetworkError, post, type ErrorBody } from '../api'
import { keepTyped, type Purchase } from './checkout/checkout'
import type { FieldError } from './contact'
import type { AnswerValue, Question, Trip } from './types'

export const FILE_TYPES = 'application/pdf,image/jpeg,image/png,image/webp,image/heic'
export const MOST_BYTES = 10 * 1024 * 1024

type Answered = { customFieldValue: Question }

/** The name of the file that a question was answered with, empty where it is not told; null for none. */
export function fileName({ is_answered }: Question, value: AnswerValue): string | null {
  if (typeof value === 'string' && value) return value
  if (value && typeof value === 'object' && 'name' in value) return value.name
  return is_answered ? '' : null
}

/** The trip with one question as it is answered now. */
export function withAnswer(trip: Trip, answered: Question): Trip {
  const put = (questions: Question[]) => questions.map((one) => (one.key === answered.key ? answered : one))
  return {
    ...trip,
    customFieldValues: put(trip.customFieldValues),
    tripOrders: trip.tripOrders.map((order) => ({
      ...order,
      customFieldValues: put(order.customFieldValues),
      bookings: order.bookings.map((booking) => ({ ...booking, customFieldValues: put(booking.customFieldValues) })),
    })),
  }
}

export async function postFile<Answer>(path: string, file: File): Promise<Answer> {
  const headers = headersFor(true, {})
  // The browser names the kind itself, with what its parts are divided by.
  delete headers['Content-Type']
  const body = new FormData()
  body.append('file', file)
  const response = await fetch(path, { method: 'POST', headers, body }).catch((cause: unknown) => {
    throw new NetworkError(path, { cause })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as Partial<ErrorBody>)
  return answer as Answer
}

function settle({ store }: Purchase, question: Question, value: string | null): void {
  const { trip } = store.get()
  if (trip) store.dispatch({ type: 'tripChanged', trip: withAnswer(trip, question) })
  store.dispatch({ type: 'answered', key: question.key, value })
}

const failureOf = (error: unknown): FieldError => ({ key: error instanceof NetworkError ? 'networkLost' : 'serverFailed' })

function refuse({ store }: Purchase, { key }: Question, error: FieldError): void {
  store.dispatch({ type: 'contactRefused', errors: {}, answers: { [key]: error } })
}

/** Answers a question with a file, in place of the one before; says at the question why it was not taken. */
export async function sendFile(purchase: Purchase, question: Question, file: File): Promise<void> {
  const { trip } = purchase.store.get()
  if (!trip) return
  if (file.size > MOST_BYTES) return refuse(purchase, question, { key: 'fileRules' })
  try {
    const { customFieldValue } = await postFile<Answered>(`/uploadCustomField/${question.key}?trip=${trip.hash}`, file)
    settle(purchase, customFieldValue, file.name)
    keepTyped(purchase)
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 422
    refuse(purchase, question, isRefused ? { key: 'fileRules' } : failureOf(error))
  }
}

/** Takes the file of a question away. */
export async function removeFile(purchase: Purchase, question: Question): Promise<void> {
  const { trip } = purchase.store.get()
  if (!trip) return
  try {
    const { customFieldValue } = await post<Answered>(`/saveCustomField/${question.key}`, { trip: trip.hash, value: null })
    settle(purchase, customFieldValue, null)
    keepTyped(purchase)
  } catch (error) {
    refuse(purchase, question, failureOf(error))
  }
}
