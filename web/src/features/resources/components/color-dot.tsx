/** The colour of a row in calendars and timelines; its name stands beside it. */
export function ColorDot({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden className="size-3 shrink-0">
      <circle cx="5" cy="5" r="5" fill={color} />
    </svg>
  )
}
