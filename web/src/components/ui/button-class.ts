import { cx } from './cx'

export type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'destroy'
export type Size = 'sm' | 'md' | 'lg'

const base =
  'inline-flex items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap select-none ' +
  'disabled:opacity-50 data-pending:cursor-progress'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong active:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken active:bg-sunken',
  quiet: 'text-soft hover:bg-sunken hover:text-ink active:bg-sunken',
  danger: 'border border-line-strong bg-surface text-bad hover:bg-bad-wash active:bg-bad-wash',
  // The last step before something is gone for good: only in a confirmation.
  destroy: 'bg-bad-strong text-on-bad hover:bg-bad-stronger active:bg-bad-stronger',
}

const sizes: Record<Size, string> = {
  sm: 'min-h-8 px-3 text-sm pointer-coarse:min-h-11',
  md: 'min-h-10 px-4 text-sm pointer-coarse:min-h-11',
  lg: 'min-h-12 px-6',
}

/** The class names of a button, for links that look like one. */
export function buttonClass(look: Look = 'secondary', size: Size = 'md'): string {
  return cx(base, looks[look], sizes[size])
}
