/** What the address of the customer's page says. */

/** The trip's hash, out of ?trip=HASH; "" where the address names none. */
export const hashOf = (search: string): string => new URLSearchParams(search).get('trip')?.trim() ?? ''
