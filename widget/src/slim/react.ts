/** Stands in for `react`: hooks for what `draw.ts` draws, and what its fields need. */
import { draw, drawing, Fragment, jsx, more, settle, type Component, type Content, type Element, type Instance, type Props } from './draw'

export { Fragment }

/** React's `onChange` of a text field is the browser's `input`, of everything else its `change`. */
const TYPED = /^(textarea|input(?!(checkbox|radio|file|range)$))/

Object.assign(more, {
  eventOf: (dom, name) => {
    const { type } = dom as HTMLInputElement
    const isTyped = name === 'onChange' && TYPED.test(dom.localName + (dom.localName === 'input' ? type : ''))
    return isTyped ? 'input' : name.slice(2).replace('Capture', '').toLowerCase()
  },
  choice: /^(value|checked)$/,
  choose: (dom, name, value) => {
    const own = dom as unknown as Record<string, unknown>
    if (own[name] !== value) own[name] = value ?? ''
  },
} satisfies typeof more)

type Deps = readonly unknown[] | undefined
type Cleanup = void | (() => void)
type Effect = { run: () => Cleanup; cleanup: Cleanup; deps: Deps; isDue: boolean; isEarly: boolean }
type Kept = { effects: Effect[] }
type Context<Value> = { Provider: Component; value: Value }
type Dispatch<Event> = (event: Event) => void

const dirty = new Set<Instance>()
/** Effects that wait until the picture is on the screen, by whose they are. */
const waiting = new Map<Effect, Instance>()
let lastId = 0

function hook<Value>(make: () => Value): Value {
  const { hooks } = drawing.instance!
  return (hooks[drawing.index++] ??= make()) as Value
}

const isSame = (a: Deps, b: Deps): boolean => !!a && !!b && a.length === b.length && a.every((one, index) => Object.is(one, b[index]))

function finish(effect: Effect, instance: Instance): void {
  effect.isDue = false
  waiting.delete(effect)
  effect.cleanup?.()
  effect.cleanup = instance.isGone ? undefined : effect.run()
}

const finishWaiting = (): void => waiting.forEach((instance, effect) => finish(effect, instance))

/** After the picture, or soon where none is made: nobody looks at a page in the background. */
function afterPicture(): void {
  let isDone = false
  const run = (): void => {
    if (isDone) return
    isDone = true
    guarded(finishWaiting)()
  }
  requestAnimationFrame(() => setTimeout(run))
  setTimeout(run, 100)
}

function keptOf(instance: Instance): Kept & Instance {
  const own = instance as Kept & Instance
  if (own.effects) return own
  own.effects = []
  own.commit = () => {
    const due = own.effects.filter(({ isDue }) => isDue)
    for (const effect of due) if (effect.isEarly) finish(effect, own)
    const late = due.filter(({ isEarly }) => !isEarly)
    if (late.length > 0 && waiting.size === 0) afterPicture()
    for (const effect of late) waiting.set(effect, own)
  }
  own.leave = () => {
    for (const effect of own.effects) {
      waiting.delete(effect)
      effect.cleanup?.()
      effect.cleanup = undefined
    }
  }
  return own
}

function useAnyEffect(run: () => Cleanup, deps: Deps, isEarly: boolean): void {
  const instance = drawing.instance!
  const effect = hook<Effect>(() => {
    const made = { run, cleanup: undefined, deps: undefined, isDue: false, isEarly }
    keptOf(instance).effects.push(made)
    return made
  })
  if (isSame(effect.deps, deps)) return
  Object.assign(effect, { run, deps, isDue: true })
}

export const useEffect = (run: () => Cleanup, deps?: Deps): void => useAnyEffect(run, deps, false)
export const useLayoutEffect = (run: () => Cleanup, deps?: Deps): void => useAnyEffect(run, deps, true)

const depthOf = ({ parent }: Instance): number => (parent ? 1 + depthOf(parent) : 0)

function drawDirty(): void {
  finishWaiting()
  // Whoever draws a parent draws what is in it.
  const due = [...dirty].sort((a, b) => depthOf(a) - depthOf(b))
  for (const instance of due) if (dirty.delete(instance) && !instance.isGone) draw(instance)
  settle()
}

/** A picture that can't be made leaves half of one, and controls that do nothing: words stand there instead. */
const guarded = (work: () => void) => (): void => {
  try {
    work()
  } catch (error) {
    import('../crash-notice').then(
      (file) => file.showCrash(error),
      () => Promise.reject(error),
    )
  }
}

function redraw(instance: Instance): void {
  if (dirty.size === 0) queueMicrotask(guarded(drawDirty))
  dirty.add(instance)
}

export function useReducer<State, Event, Start = State>(
  reduce: (state: State, event: Event) => State,
  start: Start,
  begin?: (start: Start) => State,
): [State, Dispatch<Event>] {
  const instance = drawing.instance!
  dirty.delete(instance)
  const own = hook(() => ({
    state: begin ? begin(start) : (start as unknown as State),
    reduce,
    dispatch: (event: Event): void => {
      const state = own.reduce(own.state, event)
      if (Object.is(state, own.state)) return
      own.state = state
      if (!instance.isGone) redraw(instance)
    },
  }))
  own.reduce = reduce
  return [own.state, own.dispatch]
}

const choose = <State>(state: State, next: State | ((state: State) => State)): State =>
  typeof next === 'function' ? (next as (state: State) => State)(state) : next

export const useState = <State>(start: State | (() => State)): [State, Dispatch<State | ((state: State) => State)>] =>
  useReducer(choose<State>, undefined, () => choose(undefined as State, start))

export function useMemo<Value>(make: () => Value, deps: Deps): Value {
  const own = hook<{ value?: Value; deps?: Deps }>(() => ({}))
  if (!isSame(own.deps, deps)) Object.assign(own, { value: make(), deps })
  return own.value as Value
}

// eslint-disable-next-line react-hooks/exhaustive-deps
export const useCallback = <Work>(work: Work, deps: Deps): Work => useMemo(() => work, deps)

export const useRef = <Value>(start: Value): { current: Value } => hook(() => ({ current: start }))

export const useId = (): string => hook(() => `id${++lastId}`)

export function createContext<Value>(value: Value): Context<Value> {
  return { Provider: (({ children }: Props) => children) as Component, value }
}

export function useContext<Value>(context: Context<Value>): Value {
  for (let one: Instance | null = drawing.instance; one; one = one.parent) {
    if (one.element.type === context.Provider) return one.element.props.value as Value
  }
  return context.value
}

export function createElement(type: Element['type'], props: Props | null, ...children: Content[]): Element {
  const { key, ...own } = props ?? {}
  return jsx(type, children.length > 0 ? { ...own, children } : own, key)
}

/** Draws anew when a store outside of components changes. */
export function useSyncExternalStore<State>(subscribe: (listen: () => void) => () => void, read: () => State): State {
  const value = read()
  const [, see] = useState({ value })
  useEffect(() => {
    const listen = (): void => see((before) => (Object.is(before.value, read()) ? before : { value: read() }))
    listen()
    return subscribe(listen)
  }, [subscribe, read])
  return value
}
