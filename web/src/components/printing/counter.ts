const place = 'outfitter:counter'

/** Where this computer stands, so that papers come out next to it. */
export const counter = {
  get(): number | null {
    try {
      return Number(localStorage.getItem(place)) || null
    } catch {
      return null
    }
  },
  set(location: number | null) {
    try {
      if (location) localStorage.setItem(place, String(location))
      else localStorage.removeItem(place)
    } catch {
      // A browser that keeps nothing prints where everybody does.
    }
  },
}
