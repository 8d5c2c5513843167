/** The lines an operator pastes into a page to show the calendar there. */
export function embedCode(origin: string): string {
  return `<div data-outfitter-calendar></div>\n<script async src="${origin}/widgets/embed.js"></script>`
}
