import { useState } from 'react'
import { useBuilder } from '../context'

/** The server keeps a narrow picture beside each wide one of its own. */
export const smallAndLarge = (url: string): string | undefined =>
  /^\/media\/experiences\/[^?]+\.webp$/.test(url) ? `${url.replace(/\.webp$/, '-640.webp')} 640w, ${url} 1600w` : undefined

/**
 * The photograph of the experience; its place is kept while it loads, and given up when there is none.
 * Where the narrow picture is missing, the wide one serves.
 */
export function Photo({ className }: { className: string }) {
  const { experience, state } = useBuilder()
  const [failed, setFailed] = useState<string | null>(null)
  const [large, setLarge] = useState<string | null>(null)
  const url = experience?.hero_image ?? state.trip?.tripOrders[0]?.experience.hero_image ?? null
  if (!url || failed === url) return null
  const hasSmall = large !== url && smallAndLarge(url) !== undefined
  return (
    <div className={`photo ${className}`}>
      <img
        src={url}
        srcSet={hasSmall ? smallAndLarge(url) : undefined}
        sizes="(max-width: 859px) 100vw, 620px"
        alt=""
        width="1200"
        height="800"
        decoding="async"
        onError={() => (hasSmall ? setLarge(url) : setFailed(url))}
      />
    </div>
  )
}
