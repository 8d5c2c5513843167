/** The lines an operator pastes into a page to show the calendar there; without scripts, `label` leads to it. */
export function embedCode(origin: string, label: string): string {
  return `<div data-outfitter-calendar><a href="${origin}/widgets/calendar">${label}</a></div>\n<script async src="${origin}/widgets/embed.js"></script>`
}
