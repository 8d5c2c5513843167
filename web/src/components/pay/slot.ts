/** A place where one part of a window leaves something that another one asks for when a button is pressed. */
export class Slot<T> {
  #content: T | null = null

  get content(): T | null {
    return this.#content
  }

  /** Put something there; what is returned takes it away again. */
  put(content: T): () => void {
    this.#content = content
    return () => {
      if (this.#content === content) this.#content = null
    }
  }
}
