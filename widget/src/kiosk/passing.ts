/** What goes along from the kiosk to the page to sign on and back: that there is a way back, and the party's key. */
const PLACE = 'outfitter:kiosk'

export type Passed = { key: string | null; language: string | null }

function store(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** Goes to sign; `key` opens the party again afterwards. */
export function passOn(passed: Passed): void {
  store()?.setItem(PLACE, JSON.stringify(passed))
}

/** What a kiosk passed on, which is still there afterwards; null on a tablet that is only signed on. */
export function passed(): Passed | null {
  const text = store()?.getItem(PLACE)
  return text ? (JSON.parse(text) as Passed) : null
}

/** Takes what was passed on, once. */
export function takePassed(): Passed | null {
  const found = passed()
  store()?.removeItem(PLACE)
  return found
}
