export const popoverClass = 'rounded-md border bg-raised shadow-float outline-none'
