import type { ReactNode } from 'react'

/** What operators and guests wrote, in a place of its own: text keeps its own direction, anything else stays as it is. */
export function Isolated({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <bdi>{children}</bdi> : children
}
