import type { Fate } from '../fates'

/** Ground and ink of a fate; its sign tells it to those who see no colours. */
export const fateLook: Record<Fate, string> = {
  created: 'bg-accent-wash text-accent',
  updated: 'bg-warn-wash text-warn',
  removed: 'bg-bad-wash text-bad line-through',
  kept: 'bg-good-wash text-good',
  taken: 'bg-warn-wash text-warn',
  unchanged: 'bg-sunken text-soft',
}

export const fateSign: Record<Fate, string> = {
  created: '+',
  updated: '~',
  removed: '−',
  kept: '•',
  taken: '!',
  unchanged: '×',
}
