/** All countries, by code, in the reader's language and order. */
export function countries(locale: string): { id: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry)
  const named = codes.flatMap((id) => {
    const name = names.of(id)
    return name ? [{ id, name }] : []
  })
  return named.toSorted((a, b) => a.name.localeCompare(b.name, locale))
}

// Unions, tests and "outlying Oceania" have names, too.
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** Codes that were given up ("UK", "SU") lead to another one and are not offered. */
function isCountry(code: string): boolean {
  return !noCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
}
