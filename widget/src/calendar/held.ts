/** What can be done with a picture that nothing stands behind yet, and when there is one. */

/** Nothing is painted in a page that nobody sees. */
export const UNSEEN_MS = 300

/** Does something once there is something to read on the screen: until then neither line nor processor is shared. */
export const afterPicture = (work: () => void): unknown =>
  new Promise<void>((painted) => {
    new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint')[0] && painted()).observe({ type: 'paint', buffered: true })
    setTimeout(painted, UNSEEN_MS)
  }).then(work)

/** What was done so far; null: whoever can hear it is there. */
let held: Event[] | null = null

const hold = (event: Event): unknown => held?.push(event)

/** Keeps what is done in a place. */
export function holdEvents(place: Element): void {
  held ??= []
  for (const type of ['click', 'keydown']) place.addEventListener(type, hold, true)
}

type Kind = new (type: string, event: Event) => Event

/** Has what was done happen again, to those who can hear it by now; a link that nobody stopped has led where it leads. */
export function releaseEvents(): void {
  const done = held ?? []
  held = null
  for (const event of done) {
    const { target, type, constructor, defaultPrevented } = event
    if (defaultPrevented || !(target as Element).closest('a')) target!.dispatchEvent(new (constructor as Kind)(type, event))
  }
}
