import { useState } from 'react'
import { useBuilder } from '../context'

/** The photograph of the experience; its place is kept while it loads, and given up when there is none. */
export function Photo({ className }: { className: string }) {
  const { experience, state } = useBuilder()
  const [failed, setFailed] = useState<string | null>(null)
  const url = experience?.hero_image ?? state.trip?.tripOrders[0]?.experience.hero_image ?? null
  if (!url || failed === url) return null
  return (
    <div className={`photo ${className}`}>
      <img src={url} alt="" width="1200" height="800" decoding="async" onError={() => setFailed(url)} />
    </div>
  )
}
