import { replaceEqualDeep } from '@tanstack/react-query'
import type { Middleware } from 'openapi-fetch'

/** What a call was answered last, and the tag (RFC 9110 8.8.3) that it is recognized by. */
type Answer = { tag: string; data: unknown; length: number }

/** So many answers are kept, of so many characters together: those of the screens somebody goes back and forth between. */
export const MOST_ANSWERS = 40
export const MOST_LENGTH = 6_000_000

/** Answers by what was asked. Whoever has another seal finds none: they were somebody else's. */
export function makeAnswers() {
  const known = new Map<string, Answer>()
  let sealed: string | undefined
  let length = 0

  const drop = (key: string) => {
    length -= known.get(key)?.length ?? 0
    known.delete(key)
  }
  const put = (key: string, answer: Answer) => {
    drop(key)
    known.set(key, answer)
    length += answer.length
  }
  const open = (seal: string | undefined) => {
    if (seal !== sealed) [...known.keys()].forEach(drop)
    sealed = seal
  }
  return {
    get(key: string, seal: string | undefined) {
      open(seal)
      const found = known.get(key)
      if (found) put(key, found)
      return found
    },
    /** Keep an answer as the newest; the oldest ones make room. */
    keep(key: string, seal: string | undefined, answer: Answer) {
      open(seal)
      put(key, answer)
      for (const oldest of known.keys()) {
        if (known.size <= MOST_ANSWERS && length <= MOST_LENGTH) return
        drop(oldest)
      }
    },
  }
}

// What is asked beside the address, and what the answer depends on.
const told = ['Accept-Language', 'X-Outfitter-Device'] as const

const keyOf = ({ url, headers }: Request) => JSON.stringify([url, ...told.map((name) => headers.get(name))])

/** A success whose data are these very objects: read as JSON it needs no parsing. */
function answerWith(data: unknown, headers: Headers): Response {
  const answer = new Response(null, { headers: new Headers(headers) })
  // With a length the client reads JSON and not text.
  answer.headers.set('Content-Length', '1')
  answer.json = () => Promise.resolve(data)
  return answer
}

/**
 * Asks with the tag of the last answer and gives that answer back when the server says that it still holds (304).
 *
 * It is the very same object, and in a newer answer whatever stayed equal is too: what watches it has nothing to
 * compare and nothing to draw. Nobody may change what they are given. `seal` is what changes with the person.
 *
 * A tag of our own makes the browser leave its cache out of it, so that the 304 comes through.
 */
export function unchanged(seal: () => string | undefined): Middleware {
  const answers = makeAnswers()
  const asked = new WeakMap<Request, { seal: string | undefined; known: Answer | undefined }>()
  return {
    onRequest({ request, options }) {
      if (request.method !== 'GET' || options.parseAs !== 'json') return
      const now = seal()
      const known = answers.get(keyOf(request), now)
      asked.set(request, { seal: now, known })
      if (known) request.headers.set('If-None-Match', known.tag)
    },
    async onResponse({ request, response }) {
      const before = asked.get(request)
      if (!before) return
      const { known } = before
      if (response.status === 304 && known) return answerWith(known.data, response.headers)
      const tag = response.headers.get('ETag')
      if (response.status !== 200 || !tag) return
      const text = await response.text()
      const data = replaceEqualDeep(known?.data, text ? (JSON.parse(text) as unknown) : undefined)
      // Who was signed out meanwhile leaves nothing behind.
      if (seal() === before.seal) answers.keep(keyOf(request), before.seal, { tag, data, length: text.length })
      return answerWith(data, response.headers)
    },
  }
}
