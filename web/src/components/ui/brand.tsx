/** The mark: a path that leads over a horizon. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="8" fill="var(--color-accent)" />
      <path
        d="M6 20.5c4-6.5 7-9 10-9s6 2.5 10 9"
        fill="none"
        stroke="var(--color-on-accent)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="16" cy="22" r="2.6" fill="var(--color-on-accent)" />
    </svg>
  )
}
