import { cx } from './cx'
import { Swatch } from './swatch'

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A person's initials on their colour. */
export function Avatar({ name, color, size = 'md' }: { name: string; color: string; size?: 'sm' | 'md' }) {
  return (
    <span
      aria-hidden
      className={cx(
        'relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-surface font-semibold text-ink',
        size === 'sm' ? 'size-6 text-[10px]' : 'size-9 text-xs',
      )}
    >
      <Swatch color={color || 'gray'} className="absolute inset-0 size-full opacity-22" />
      <span className="relative">{initials(name)}</span>
    </span>
  )
}
