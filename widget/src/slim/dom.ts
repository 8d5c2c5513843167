/** Stands in for `react-dom/client`. */
import { render, type ComponentChild, type ContainerNode } from 'preact'

export function createRoot(place: ContainerNode): { render: (what: ComponentChild) => void; unmount: () => void } {
  return { render: (what) => render(what, place), unmount: () => render(null, place) }
}
