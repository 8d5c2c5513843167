/** What the server says as it happens (docs/adr/0110). */
export const liveKinds = ['call.ringing', 'call.changed', 'notification.new', 'inbox.changed'] as const
export type LiveKind = (typeof liveKinds)[number]

/** Besides: the stream begins, and without a stream it is time to ask. */
export type Signal = LiveKind | 'hello' | 'poll'
export type LiveData = { call?: number; conversation?: number; is_missed?: boolean }
export type LiveEvent = { kind: Signal; data: LiveData; id: number }

/** Whether somebody who listens for some kinds is told of an event: what was missed may be anything. */
export function concerns(kinds: readonly Signal[], { kind, data }: LiveEvent): boolean {
  return kinds.includes(kind) || (kind === 'hello' && data.is_missed === true)
}

/** Read what came; null when it is none of ours. */
export function readEvent(kind: string, text: string, id: string): LiveEvent | null {
  const known = kind === 'hello' ? kind : liveKinds.find((one) => one === kind)
  if (!known) return null
  try {
    return { kind: known, data: JSON.parse(text) as LiveData, id: Number(id) || 0 }
  } catch {
    return null
  }
}
