import { useSyncExternalStore } from 'react'

const drafts = new Map<string, unknown>()
const listeners = new Set<() => void>()
let open = ''

/** Keep what was typed in a tab until it is saved; null when there is nothing to keep. */
export function keepDraft(tab: string, values: unknown) {
  if (values === null) drafts.delete(tab)
  else drafts.set(tab, structuredClone(values))
  const now = [...drafts.keys()].join()
  if (now === open) return
  open = now
  listeners.forEach((tell) => tell())
}

export const takeDraft = (tab: string) => drafts.get(tab)

/** The tabs with something unsaved. */
export function useDraftTabs(): string[] {
  const text = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => open,
    () => '',
  )
  return text.split(',')
}
