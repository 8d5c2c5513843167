import type { Call, CallRow } from './types'

/** The number of whoever is not the operator; empty when it was withheld. */
export const outsideNumber = (call: Pick<CallRow, 'direction' | 'caller_number' | 'destination_number'>) =>
  call.direction === 'inbound' ? call.caller_number : call.destination_number

/** Seconds as a clock shows them: 3:07, 1:02:09. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (part: number) => String(part).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

// A provider that never says how a call ended leaves it ringing.
const longestMs = 10 * 60_000

type Seen = { me: number; dismissed: ReadonlySet<number>; touched: ReadonlySet<number>; now: number }

/**
 * Whether the desk is to see a call as it comes in.
 *
 * One that somebody else took is theirs; where nobody knows who took it, it stays with whoever did something
 * with it.
 */
export function isShown(call: Call, { me, dismissed, touched, now }: Seen): boolean {
  if (dismissed.has(call.id) || call.direction !== 'inbound') return false
  if (now - Date.parse(call.started_at) > longestMs) return false
  if (call.status === 'ringing') return true
  return call.status === 'answered' && (call.agent ? call.agent.id === me : touched.has(call.id))
}

/** The address of a new trip that knows who called. */
export const saleQuery = (call: Pick<CallRow, 'id'>) => `call=${call.id}`

export type Speaker = { who: string | null; text: string }

/** A transcript by speaker, where its lines begin with one: "Agent: Hello". */
export function turns(transcript: string): Speaker[] {
  return transcript
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const found = /^([^:]{1,40}):\s+(.+)$/.exec(line)
      return found ? { who: found[1]!, text: found[2]! } : { who: null, text: line }
    })
}
