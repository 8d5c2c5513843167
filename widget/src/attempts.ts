/** Idempotency keys: one per attempt. The same request sent again after a lost answer carries the same key. */
import { randomKey } from './random'

export class Attempts {
  readonly #open = new Map<string, { fingerprint: string; key: string }>()

  /** The key under which this request is sent; unchanged while no answer to it arrived. */
  keyFor(name: string, body: unknown): string {
    const fingerprint = JSON.stringify(body)
    const open = this.#open.get(name)
    if (open?.fingerprint === fingerprint) return open.key
    const key = randomKey()
    this.#open.set(name, { fingerprint, key })
    return key
  }

  /** The server answered: the next request is a new attempt. */
  settle(name: string): void {
    this.#open.delete(name)
  }
}
