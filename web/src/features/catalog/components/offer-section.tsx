import type { ReactNode } from 'react'

/** A part of the form of an offer code. */
export function OfferSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-4 border-t pt-4">
      <legend className="float-left mb-4 w-full font-medium">{title}</legend>
      <div className="clear-both space-y-4">{children}</div>
    </fieldset>
  )
}

/** Fields side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 items-start gap-4">{children}</div>
}
