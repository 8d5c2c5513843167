/** Keep what a function makes for the same arguments. */
function kept<Options, Made>(make: (locale: string, options?: Options) => Made) {
  const made = new Map<string, Made>()
  return (locale: string, options?: Options): Made => {
    const key = locale + JSON.stringify(options ?? '')
    const before = made.get(key)
    if (before) return before
    const fresh = make(locale, options)
    made.set(key, fresh)
    return fresh
  }
}

// To make a formatter takes a hundred times as long as to use it, and every row of a list has some.
export const numberFormat = kept((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
export const dateFormat = kept(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const listFormat = kept((locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))
export const distanceFormat = kept(
  (locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)
