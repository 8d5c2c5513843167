/**
 * Keys that make it harmless to send something twice: the same request carries the same key until it is answered.
 *
 * A version of the trip must not be part of what is sent: it steps when the first of two requests got through.
 */
export class Attempts {
  readonly #open = new Map<string, { print: string; key: string }>()

  /** The key a request goes under; the same one for as long as no answer to it arrived. */
  keyFor(name: string, body: unknown): string {
    const print = JSON.stringify(body)
    const open = this.#open.get(name)
    if (open?.print === print) return open.key
    const key = crypto.randomUUID()
    this.#open.set(name, { print, key })
    return key
  }

  /** It was answered: whatever is sent next is meant anew. */
  settle(name: string) {
    this.#open.delete(name)
  }
}
