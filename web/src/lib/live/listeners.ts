import { concerns, type LiveEvent, type Signal } from './model'

type Listener = { kinds: readonly Signal[]; hear: (event: LiveEvent) => void }

const listeners = new Set<Listener>()

/** Hear events of some kinds; returns what ends that. */
export function listen(kinds: readonly Signal[], hear: Listener['hear']): () => void {
  const mine = { kinds, hear }
  listeners.add(mine)
  return () => listeners.delete(mine)
}

/** Tell this tab of an event. */
export function tell(event: LiveEvent) {
  for (const { kinds, hear } of [...listeners]) if (concerns(kinds, event)) hear(event)
}
