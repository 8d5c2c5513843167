/**
 * An event as it may leave a browser: made anew of what is known to be nobody's data (ADR 142).
 *
 * No address of the page (a customer's is a key), nothing that was clicked, typed or asked before, and
 * the words of an error only where the browser itself says them about names in the code.
 */
import type { Event, Exception, StackFrame } from '@sentry/browser'

export const LEFT_OUT = "[left out: it may hold personal data]"

/** Chrome's, Firefox' and Safari's words; what stands in quotes is a name in the code. */
const ENGINES = [
  /^Cannot (?:read|set) properties of (?:undefined|null)(?: \((?:reading|setting) '[a-z_$][\w$]*'\))?$/,
  /^[a-z_$][\w$.]* is (?:not a function|not defined|not iterable|not a constructor|undefined|null)$/,
  /^can't access property "[a-z_$][\w$]*", [a-z_$][\w$.]* is (?:undefined|null)$/,
  /^(?:undefined|null) is not an object \(evaluating '[a-z_$][\w$.]*'\)$/,
  /^Can't find variable: [a-z_$][\w$]*$/,
  /^Maximum call stack size exceeded$|^too much recursion$/,
]
const KINDS = /^[A-Z]\w{0,39}(?:Error|Exception|Event)$|^Error$/

const words = (said = ''): string => (said === '' || ENGINES.some((one) => one.test(said)) ? said : LEFT_OUT)

/** The file's own name: the address before it is the operator's. */
const file = (name = ''): string => /[\w.~-]+\.(?:js|mjs|tsx?)(?=$|[?#])/.exec(name)?.[0] ?? ''

const frame = ({ filename, function: name, lineno, colno, in_app }: StackFrame): StackFrame => ({
  filename: file(filename),
  ...(name === undefined ? {} : { function: name.replace(/[^\w$.<>?\s]/g, '').slice(0, 80) }),
  ...(lineno === undefined ? {} : { lineno }),
  ...(colno === undefined ? {} : { colno }),
  ...(in_app === undefined ? {} : { in_app }),
})

const exception = ({ type = '', value, mechanism, stacktrace }: Exception): Exception => ({
  type: KINDS.test(type) ? type : 'Error',
  value: words(value),
  ...(mechanism ? { mechanism: { type: mechanism.type, handled: mechanism.handled ?? false } } : {}),
  ...(stacktrace ? { stacktrace: { frames: (stacktrace.frames ?? []).map(frame) } } : {}),
})

const OWN_TAGS = ['operator', 'page', 'reference']

const tagsOf = (tags: Event['tags']): Event['tags'] =>
  Object.fromEntries(Object.entries(tags ?? {}).filter(([name]) => OWN_TAGS.includes(name)))

const traceOf = ({ trace }: NonNullable<Event['contexts']>): Event['contexts'] =>
  trace ? { trace: { trace_id: trace.trace_id, span_id: trace.span_id } } : {}

/** What may be sent of an event; one without an error is nothing that anybody could act on. */
export function allowed<T extends Event>(found: T): T | null {
  if (!found.exception?.values?.length) return null
  const { event_id, timestamp, platform, level, release, environment, sdk, type, user } = found
  const id = /^\d{1,20}$/.exec(String(user?.id ?? ''))?.[0]
  return {
    ...{ event_id, timestamp, platform, level, release, environment, sdk, type },
    ...(id ? { user: { id } } : {}),
    tags: tagsOf(found.tags),
    contexts: traceOf(found.contexts ?? {}),
    exception: { values: found.exception.values.map(exception) },
  } as unknown as T
}
