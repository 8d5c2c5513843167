/** Names and notes in sentences and lists: each keeps its own direction, and the text around it keeps its order. */

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Sets a text apart (U+2068, U+2069) that runs from right to left: every language of these screens runs the other way.
 *
 * Only for what becomes part of a longer text; what stands alone goes into `Bdi`, so that it can be copied as it is.
 */
export const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

/** Facts in one line, with dots between them; what is empty is left out. */
export const dotted = (parts: readonly (string | number | false | null | undefined)[]): string =>
  parts
    .filter((part) => part || part === 0)
    .map((part) => isolate(String(part)))
    .join(' · ')

/** A name with its address, as mail writes it: the name first, whichever way it runs. */
export const mailbox = (text: string): string =>
  rightToLeft.test(text)
    ? text.replace(/^(.+) (<[^<>]+>)$/, (_, name: string, address: string) => `\u2066${isolate(name)} ${address}\u2069`)
    : text
