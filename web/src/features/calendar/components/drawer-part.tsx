import type { ReactNode } from 'react'

/** A part of the drawer under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="pb-1.5 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}
