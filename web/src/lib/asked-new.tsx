'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { Suspense, useEffect, useEffectEvent } from 'react'

/** The query of an address without its wish for a new thing; null when it has none. */
export function withoutNew(query: string): string | null {
  const rest = new URLSearchParams(query)
  if (rest.get('new') !== '1') return null
  rest.delete('new')
  return rest.toString()
}

type Props = {
  onAsk: () => void
  /** What the reader may not make is not opened. */
  mayMake?: boolean
}

/**
 * Opens a list's form when the address asks for it (`?new=1`, from the palette and the "new" menu).
 *
 * The wish leaves the address, so that it is heard again the next time and not after a reload. It
 * draws nothing, and has a boundary of its own: the query is unknown while prerendering.
 */
export function AskedNew(props: Props) {
  return (
    <Suspense fallback={null}>
      <Hear {...props} />
    </Suspense>
  )
}

function Hear({ onAsk, mayMake = true }: Props) {
  const path = usePathname()
  const rest = withoutNew(useSearchParams().toString())
  const isAsked = rest !== null && mayMake
  const hear = useEffectEvent(() => {
    window.history.replaceState(null, '', rest ? `${path}?${rest}` : path)
    onAsk()
  })
  useEffect(() => {
    if (isAsked) hear()
  }, [isAsked])
  return null
}
