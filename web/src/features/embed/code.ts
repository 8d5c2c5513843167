/** What the calendar on the operator's page is to show; empty leaves it to the visitor. */
export type Wish = { experience: string; language: string; theme: '' | 'light' | 'dark' }

const chosen = (wish: Wish) => Object.entries(wish).filter(([, value]) => value !== '')

/** The lines to paste: a slot that says what it shows, and the loader once. */
export function codeOf(origin: string, wish: Wish): string {
  const data = chosen(wish).map(([name, value]) => ` data-${name}="${value}"`)
  return `<div data-outfitter-calendar${data.join('')}></div>\n<script async src="${origin}/widgets/embed.js"></script>`
}

/** The address of the calendar as the slot asks for it. */
export function previewOf(wish: Wish): string {
  const query = new URLSearchParams(chosen(wish)).toString()
  return `/widgets/calendar${query && `?${query}`}`
}

/** A plain link for mails and profiles. */
export const linkOf = (origin: string, wish: Wish) => origin + previewOf(wish).replace('calendar', 'tripBuilder')
