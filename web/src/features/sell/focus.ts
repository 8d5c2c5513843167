const patience = 2000

/** The parts of a sale that the keyboard walks through. */
export type Part = 'find' | 'guests' | 'contact' | 'finish'

/**
 * Put the focus into the first field of a part, once it is there.
 *
 * What was chosen a moment ago may still ask for its prices.
 */
export function focusPart(part: Part, key?: string) {
  const until = performance.now() + patience
  const wanted = `[data-part="${part}"]${key ? `[data-key="${key}"]` : ''}`
  const look = () => {
    const fields = [
      ...document.querySelectorAll<HTMLElement>(
        `${wanted} :is(input, button:not([tabindex="-1"]), [tabindex="0"]):not(:disabled)`,
      ),
    ]
    const isEmpty = (one: HTMLElement) => one instanceof HTMLInputElement && one.value === ''
    // Of what is to be typed, the first that is still missing.
    const field = (part === 'contact' && fields.find(isEmpty)) || fields[0]
    if (field) field.focus()
    else if (performance.now() < until) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
