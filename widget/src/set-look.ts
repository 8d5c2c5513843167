/** The operator's look, from the page where the server wrote it there; else found out here, a moment late. */
import { first } from './first'
import type { Properties } from './types'

export function setLook(properties: Pick<Properties, 'brand_color'>): void {
  const { look } = first()
  if (!look) return void import('./look').then(({ applyLook }) => applyLook(location.search, properties))
  for (const name in look) document.documentElement.style.setProperty(name, look[name]!)
}
