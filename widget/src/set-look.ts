/** The operator's look, from the page where the server wrote it there; else found out here, a moment late. */
import { setFirstLook } from './first-look'
import type { Properties } from './types'

export function setLook(properties: Pick<Properties, 'brand_color'>): void {
  if (!setFirstLook()) void import('./look').then(({ applyLook }) => applyLook(location.search, properties))
}
