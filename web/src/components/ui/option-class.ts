export const optionClass =
  'flex min-h-10 cursor-default items-center gap-3 rounded-md px-3 text-sm outline-none data-focused:bg-sunken pointer-coarse:min-h-11'
