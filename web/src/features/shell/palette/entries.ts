import type { LucideIcon } from 'lucide-react'
import { matchOf } from '@/components/search/model'

/** One line of the palette: an address to go to, or something to do. */
export type Entry = {
  id: string
  title: string
  subtitle?: string
  icon: LucideIcon
  /** Keys that do the same without the palette. */
  keys?: string
  url?: string
  action?: () => void
  /** What to keep among the recent things once it was opened. */
  recent?: { type: string; id: string }
}

export type EntryGroup = { id: string; title: string; entries: Entry[] }

const most = 5

/** The entries a query means, best first; without a query all of them. */
export function narrowed(groups: readonly EntryGroup[], query: string): EntryGroup[] {
  if (!query.trim()) return groups.filter((group) => group.entries.length > 0)
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries
        .map((entry, index) => ({ entry, index, match: matchOf(entry.title, query) }))
        .filter(({ match }) => match > 0)
        .sort((a, b) => b.match - a.match || a.index - b.index)
        .slice(0, most)
        .map(({ entry }) => entry),
    }))
    .filter((group) => group.entries.length > 0)
}

/** Which line is active after a key: up and down go round, Home and End to the edges. */
export function moveActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  const moves: Record<string, number> = {
    ArrowDown: (active + 1) % count,
    ArrowUp: (active - 1 + count) % count,
    PageDown: Math.min(active + 8, count - 1),
    PageUp: Math.max(active - 8, 0),
  }
  return moves[key] ?? null
}
