const place = 'outfitter:announcer'

/** The device's token, as this browser keeps it. */
export const deviceToken = {
  get(): string | null {
    try {
      return localStorage.getItem(place)
    } catch {
      return null
    }
  },
  set(token: string | null) {
    try {
      if (token) localStorage.setItem(place, token)
      else localStorage.removeItem(place)
    } catch {
      // A browser that keeps nothing asks again.
    }
  },
}
