import { Picture } from '../../picture'
import { useBuilder } from '../context'

type Props = { className: string; sizes: string }

/** The photograph of the experience; its place is kept while it loads, and given up when there is none. */
export function Photo({ className, sizes }: Props) {
  const { experience, state } = useBuilder()
  const url = experience?.hero_image ?? state.trip?.tripOrders[0]?.experience.hero_image
  return url ? <Picture key={url} url={url} className={`photo ${className}`} sizes={sizes} /> : null
}
