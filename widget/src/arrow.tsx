/** The icons of a calendar's first look; the others are in `icons.tsx`. */

/** Arrows point along the reading direction; the style sheet turns them for right-to-left. */
export function Arrow({ to }: { to: 'back' | 'on' }) {
  return (
    <svg className="icon arrow" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={to === 'back' ? 'M12.5 4.5 7 10l5.5 5.5' : 'M7.5 4.5 13 10l-5.5 5.5'} />
    </svg>
  )
}

export function Phone() {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d="M4 3h3l1.5 4-2 1.5a10 10 0 0 0 5 5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.6 1.5A14 14 0 0 1 2.5 4.6 1.5 1.5 0 0 1 4 3Z" />
    </svg>
  )
}
