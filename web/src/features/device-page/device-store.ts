/** What a browser keeps of the device it is; its binding is in a cookie that no script reads. */
export type Kept = { id: number; token: string; kind: string; name: string }

const place = 'outfitter:device'
/** Where pages of devices look for their token: the loudspeaker's, and the page guests sign on. */
const places: Record<string, string> = {
  tts: 'outfitter:announcer',
  waiver_tablet: 'outfitter_device',
  kiosk: 'outfitter_device',
}

export const deviceStore = {
  get(): Kept | null {
    try {
      const text = localStorage.getItem(place)
      return text ? (JSON.parse(text) as Kept) : null
    } catch {
      return null
    }
  },
  set(kept: Kept | null) {
    try {
      if (!kept) return localStorage.removeItem(place)
      localStorage.setItem(place, JSON.stringify(kept))
      const theirs = places[kept.kind]
      if (theirs) localStorage.setItem(theirs, kept.token)
    } catch {
      // A browser that keeps nothing is paired again.
    }
  },
}
