const TICKET = /^[0-9A-Za-z]{24}$/
const BOOKING = /^([2-9A-Z]{4})-?([2-9A-Z]{4})$/

/**
 * The code in what was scanned or typed: a ticket's, or a booking's as "WXYZ-2345"; null for anything else.
 *
 * People type without the dash, in small letters and with blanks; a link may end with the code.
 */
export function codeIn(text: string): string | null {
  const last =
    text
      .trim()
      .split(/[/?#=]/)
      .at(-1) ?? ''
  if (TICKET.test(last)) return last
  const [, head, tail] = BOOKING.exec(last.replaceAll(/\s/g, '').toUpperCase()) ?? []
  return head && tail ? `${head}-${tail}` : null
}
