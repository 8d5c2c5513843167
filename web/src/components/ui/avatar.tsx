import { cx } from './cx'

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
      style={{ background: `color-mix(in oklab, ${color || 'gray'} 22%, var(--color-surface))` }}
      className={cx(
        'inline-grid shrink-0 place-items-center rounded-full font-semibold text-ink',
        size === 'sm' ? 'size-6 text-[10px]' : 'size-9 text-xs',
      )}
    >
      {initials(name)}
    </span>
  )
}
