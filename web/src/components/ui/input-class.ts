export const inputClass =
  'w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 text-ink placeholder:text-faint ' +
  'hover:border-faint focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent ' +
  'data-invalid:border-bad-fill disabled:opacity-60'

export const labelClass = 'text-sm font-medium text-ink'
