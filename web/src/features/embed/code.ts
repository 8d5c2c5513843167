/** How the calendar stands on the operator's page: whole, small, or behind a button or link of the page. */
export const modes = ['calendar', 'compact', 'button', 'link'] as const

/** What is to be pasted; empty leaves it to the visitor. */
export type Wish = {
  mode: (typeof modes)[number]
  experience: string
  language: string
}

/** How every calendar looks; null leaves it to the brand's colour and to what is usual. */
export type Look = {
  color: string | null
  radius: number | null
  font: (typeof fonts)[number] | null
  theme: (typeof themes)[number]
}

export const fonts = ['serif', 'rounded', 'humanist', 'geometric', 'system'] as const
export const themes = ['auto', 'light', 'dark'] as const

const chosen = ({ experience, language }: Wish) =>
  Object.entries({ experience, language }).filter(([, value]) => value !== '')

/** A look that is not saved yet, in the address of a preview. */
const drafted = ({ color, radius, font, theme }: Look) =>
  Object.entries({ look: 'draft', color, radius, font, theme: theme === 'auto' ? null : theme }).flatMap(
    ([name, value]) => (value === null ? [] : [[name, String(value)]]),
  )

const queryOf = (entries: string[][]) => {
  const query = new URLSearchParams(entries).toString()
  return query && `?${query}`
}

const isBehind = ({ mode }: Wish) => mode === 'button' || mode === 'link'

/** A plain link for mails and profiles, which works without any script. */
export const linkOf = (origin: string, wish: Wish) => `${origin}/widgets/tripBuilder${queryOf(chosen(wish))}`

/** The lines to paste: an element that says what it shows and whose it is, and the loader once. */
export function codeOf(origin: string, wish: Wish, labels: { bookNow: string; bookOnline: string }): string {
  const data = chosen(wish).map(([name, value]) => ` data-${name}="${value}"`)
  if (wish.mode === 'compact') data.push(' data-display="compact"')
  const said = data.join('')
  // What is in the element shows until the calendar is there, and without scripts.
  const inside = `<a href="${origin}/widgets/calendar${queryOf(chosen(wish))}">${labels.bookOnline}</a>`
  const place = {
    calendar: `<div data-outfitter-calendar="${origin}"${said}>${inside}</div>`,
    compact: `<div data-outfitter-calendar="${origin}"${said}>${inside}</div>`,
    button: `<button type="button" data-outfitter-book="${origin}"${said}>${labels.bookNow}</button>`,
    link: `<a data-outfitter-book href="${linkOf(origin, wish)}">${labels.bookNow}</a>`,
  }[wish.mode]
  return `${place}\n<script async src="${origin}/widgets/embed.js"></script>`
}

/** The address of what the pasted lines show, in the look that is being chosen. */
export function previewOf(wish: Wish, look: Look | null = null): string {
  const entries: string[][] = chosen(wish)
  if (wish.mode === 'compact') entries.push(['display', 'compact'])
  if (look) entries.push(...drafted(look))
  return `/widgets/${isBehind(wish) ? 'tripBuilder' : 'calendar'}${queryOf(entries)}`
}

/** Sites as they are typed, one a line or between commas. */
export const sitesOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((site) => site.trim())
    .filter((site) => site !== '')
