/** What the pasted script brings to a page. Documented in docs/embedding.md. */

export type OutfitterApi = {
  /** Fills the empty slots below an element. Only needed where mutations cannot be seen (closed shadow roots). */
  mount: (root?: ParentNode) => void
}

export type OutfitterItem = { experience: number; name: string; date: string; guests: number }

/** `event.detail` of every `outfitter` event, told apart by its `event`. Amounts are in minor units. */
export type OutfitterEvent =
  | { event: 'ready'; calendarId: string | null }
  | { event: 'opened' }
  | { event: 'closed' }
  | { event: 'step'; step: string }
  | { event: 'booked'; value: number; currency: string; items?: OutfitterItem[] }

declare global {
  interface DocumentEventMap {
    outfitter: CustomEvent<OutfitterEvent>
  }
  interface HTMLElementEventMap {
    outfitter: CustomEvent<OutfitterEvent>
  }
}
