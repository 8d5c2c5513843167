/** The calls of the customer's page. The trip's hash is the key to all of them. */
import { get, post } from '../api'
import { postFile } from '../trip-builder/upload'
import type {
  Addition,
  AdditionPreview,
  Additions,
  AnswerValue,
  Cancel,
  CancelPreview,
  FoundTrip,
  Move,
  MoveChoices,
  MovePreview,
  Outcome,
  Portal,
} from './types'

const at = (hash: string, deed: string): string => `/api/customerPortal/${encodeURIComponent(hash)}/${deed}`

export const openPortal = (hash: string): Promise<Portal> => get<Portal>(at(hash, 'init/0'))

/** Where an order can move to; without an experience: within its own. */
export const listDepartures = (hash: string, order: number, from: string, to: string, experience: number | null): Promise<MoveChoices> =>
  get<MoveChoices>(`${at(hash, `orders/${order}/timeslots`)}?date_from=${from}&date_to=${to}${experience === null ? '' : `&experience_id=${experience}`}`)

export const previewMove = (hash: string, order: number, timeslot_id: number): Promise<MovePreview> =>
  post<MovePreview>(at(hash, `orders/${order}/rebook/preview`), { timeslot_id })

export type MoveOrder = { timeslot_id: number; token: string; settle: 'pay' | Outcome }

export const move = (hash: string, order: number, wanted: MoveOrder, idempotencyKey: string): Promise<Move> =>
  post<Move>(at(hash, `orders/${order}/rebook`), wanted, { idempotencyKey })

export const withdrawMove = (hash: string, order: number): Promise<unknown> => post(at(hash, `orders/${order}/rebook/withdraw`), {})

/** Which orders are meant; all that is booked where none are named. */
export type Scope = { order_ids?: number[] }

export const previewCancel = (hash: string, scope: Scope): Promise<CancelPreview> => post<CancelPreview>(at(hash, 'cancel/preview'), scope)

export const cancel = (hash: string, wanted: Scope & { token: string; outcome: Outcome }, idempotencyKey: string): Promise<Cancel> =>
  post<Cancel>(at(hash, 'cancel'), wanted, { idempotencyKey })

export const listAdditions = (hash: string, order: number): Promise<Additions> => get<Additions>(at(hash, `orders/${order}/additions`))

export type Quantity = { experience_customer_type_id: number; qty: number }

export const previewGuests = (hash: string, order: number, quantities: Quantity[]): Promise<AdditionPreview> =>
  post<AdditionPreview>(at(hash, `orders/${order}/guests/add/preview`), { quantities })

export const addGuests = (hash: string, order: number, quantities: Quantity[], token: string, idempotencyKey: string): Promise<Addition> =>
  post<Addition>(at(hash, `orders/${order}/guests/add`), { quantities, token }, { idempotencyKey })

export type AddonChoice = { addon_id: number; value_id: number | null; qty: number }
export type Extras = { addons: AddonChoice[]; guests: { booking_id: number; addons: AddonChoice[] }[] }

export const previewExtras = (hash: string, order: number, extras: Extras): Promise<AdditionPreview> =>
  post<AdditionPreview>(at(hash, `orders/${order}/addons/preview`), extras)

export const addExtras = (hash: string, order: number, extras: Extras, token: string, idempotencyKey: string): Promise<Addition> =>
  post<Addition>(at(hash, `orders/${order}/addons/save`), { ...extras, token }, { idempotencyKey })

export type GuestChange = { booking_id: number; first_name?: string; last_name?: string; email?: string; phone?: string; birth_date?: string }

export const saveGuests = (hash: string, guests: GuestChange[]): Promise<unknown> => post(at(hash, 'guests/save'), { guests })

export const saveAnswers = (hash: string, answers: { key: string; value: AnswerValue }[]): Promise<unknown> => post(at(hash, 'answers/save'), { answers })

/** Answers a question with a file, in place of the one before. */
export const sendFile = (hash: string, key: string, file: File): Promise<unknown> => postFile(at(hash, `answers/${encodeURIComponent(key)}/file`), file)

/** What is paid: all that is left, the part of some guests, or a tip alone. */
export type Payment = { booking_ids?: number[]; tip?: number }

export const payAddress = (hash: string, payment: Payment): Promise<string> => post<{ url: string }>(at(hash, 'pay'), payment).then(({ url }) => url)

export const ask = (hash: string, body: string, idempotencyKey: string): Promise<unknown> => post(at(hash, 'questions/create'), { body }, { idempotencyKey })

export type Review = { rating: number; nps: number | null; body: string; is_public: boolean }

export const saveReview = (hash: string, review: Review): Promise<unknown> => post(at(hash, 'review/save'), review)

export const sendCode = (email: string): Promise<unknown> => post('/api/customerPortal/code/send', { email })

export const findTrips = (email: string, code: string): Promise<FoundTrip[]> =>
  post<{ trips: FoundTrip[] }>('/api/customerPortal/code/verify', { email, code }).then(({ trips }) => trips)
