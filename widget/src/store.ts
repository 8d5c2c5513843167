/** A store outside of components: actions outlive renders and read the state as it is, not as it was. */
export type Store<State, Event> = {
  get: () => State
  dispatch: (event: Event) => void
  subscribe: (listen: () => void) => () => void
}

export function createStore<State, Event>(
  reduce: (state: State, event: Event) => State,
  initial: State,
): Store<State, Event> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    dispatch: (event) => {
      state = reduce(state, event)
      for (const listen of [...listeners]) listen()
    },
    subscribe: (listen) => {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
  }
}
