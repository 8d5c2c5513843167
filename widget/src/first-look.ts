/** The operator's look where the server wrote it into the page: it stands before the first words do. */
import { first } from './first'

export function setFirstLook(): boolean {
  const { look } = first()
  for (const name in look) document.documentElement.style.setProperty(name, look[name]!)
  return Boolean(look)
}
