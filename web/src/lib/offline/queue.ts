import { ApiError } from '@/api/client'
import { allKept, keep, removeKept } from './database'

/** Guests' status that somebody set, until the server has it. */
export type Action = {
  /** The server knows it by this: sent twice it counts once. */
  id: string
  person: number
  /** When it was tapped, however late it is sent. */
  occurredAt: string
  date: string
  orderId: number
  bookingIds: number[]
  status: { id: number; slug: string }
  who: string
}

/** What became of an action other than what was tapped, for the person to read. */
export type Report = { id: string; person: number; at: string; who: string; kind: 'conflict' | 'refused'; text: string }

export type Queue = { waiting: readonly Action[]; reports: readonly Report[]; isReachable: boolean }

type Warning = { code: string; message: string }
/** `isFirst`: it was not tried before, as far as this page knows. */
export type Send = (action: Action, isFirst: boolean) => Promise<{ warnings: Warning[] }>

/** What the queue tells: an action arrived, perhaps with something to know, or the server refused it. */
export type Outcome = { action: Action; error?: ApiError; warnings: Warning[] }

const RETRY_MS = 15_000
// What is refused in the moment it is tapped is told in that moment; later nobody looks there any more.
const LATE_MS = 10_000

let state: Queue = { waiting: [], reports: [], isReachable: true }
const readers = new Set<() => void>()
const listeners = new Set<(outcome: Outcome) => void>()
let owner: number | null = null
let send: Send | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const tried = new Set<string>()

export const queueState = () => state

export function subscribeQueue(changed: () => void) {
  readers.add(changed)
  return () => void readers.delete(changed)
}

export function onOutcome(listener: (outcome: Outcome) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(part: Partial<Queue>) {
  state = { ...state, ...part }
  readers.forEach((changed) => changed())
}

/** Tell how the last call fared: the server was reached, or it was not. */
export function noteReach(isReachable: boolean) {
  if (isReachable !== state.isReachable) change({ isReachable })
  if (isReachable && state.waiting.length > 0) void flush()
}

/** A failure that says nothing about the action: no way to the server, or the server is not itself. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status)
}

const inOrder = (actions: Action[]) => [...actions].sort((a, b) => a.occurredAt.localeCompare(b.occurredAt))

const keptOf = async (person: number | null) =>
  (await allKept<Action>('actions')).filter((one) => one.person === person)

const readWaiting = async () => inOrder(await keptOf(owner))

/**
 * What a person tapped and nobody has sent: right from the first moment after a restart, before
 * the queue has begun, and for a tap that is on its way into the store.
 */
export async function waitingOf(person: number): Promise<Action[]> {
  const stored = await keptOf(person)
  const known = new Set(stored.map((one) => one.id))
  return inOrder([...stored, ...state.waiting.filter((one) => one.person === person && !known.has(one.id))])
}

/** Begin for a person: take up what they left unsent, on this machine, in any tab. */
export async function startQueue(person: number, how: Send) {
  owner = person
  send = how
  const reports = (await allKept<Report>('reports')).filter((one) => one.person === person)
  change({ waiting: await readWaiting(), reports })
  await flush()
}

/** Put an action behind the others and send what can be sent. */
export async function enqueue(action: Action) {
  change({ waiting: inOrder([...state.waiting, action]) })
  await keep('actions', action.id, action)
  await flush()
}

/** Only one tab sends at a time; without locks each does, and the server counts every action once. */
async function alone(work: () => Promise<void>) {
  if (typeof navigator === 'undefined' || !navigator.locks) return work()
  await navigator.locks.request('outfitter:queue', work)
}

let running: Promise<void> = Promise.resolve()

/** Send everything that waits, oldest first; stops at the first that finds no way. */
export function flush(): Promise<void> {
  clearTimeout(timer)
  running = running.then(() => alone(sendAll))
  return running
}

async function sendAll() {
  for (let [action] = await readWaiting(); action && send; [action] = await readWaiting()) {
    if (!(await sendOne(action, send))) break
  }
  const waiting = await readWaiting()
  change({ waiting })
  if (waiting.length > 0) timer = setTimeout(() => void flush(), RETRY_MS)
}

async function sendOne(action: Action, how: Send): Promise<boolean> {
  let error: ApiError | undefined
  let warnings: Warning[] = []
  const isFirst = !tried.has(action.id)
  tried.add(action.id)
  try {
    warnings = (await how(action, isFirst)).warnings
    const conflict = warnings.find((one) => one.code === 'conflict')
    if (conflict) await report(action, 'conflict', conflict.message)
  } catch (thrown) {
    if (isPassing(thrown) || !(thrown instanceof ApiError)) {
      change({ isReachable: !(thrown instanceof ApiError) || thrown.status !== 0 })
      return false
    }
    error = thrown
    if (Date.now() - Date.parse(action.occurredAt) > LATE_MS) await report(action, 'refused', thrown.message)
  }
  tried.delete(action.id)
  await removeKept('actions', action.id)
  change({ waiting: state.waiting.filter((one) => one.id !== action.id), isReachable: true })
  listeners.forEach((listener) => listener({ action, error, warnings }))
  return true
}

async function report({ id, person, who }: Action, kind: Report['kind'], text: string) {
  const made: Report = { id, person, who, kind, text, at: new Date().toISOString() }
  await keep('reports', id, made)
  change({ reports: [...state.reports.filter((one) => one.id !== id), made] })
}

/** The person has read what became of these. */
export async function dismissReports() {
  const read = state.reports
  change({ reports: [] })
  await Promise.all(read.map((one) => removeKept('reports', one.id)))
}
