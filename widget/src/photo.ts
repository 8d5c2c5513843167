/** Addresses of a photograph of the product's own in several sizes and formats. */

const OWN = /^(.*\/pictures\/[^/?]+\/)(\d+)\.webp$/
/** The widths in which pictures are kept; the widest ones are never needed in here. */
const WIDTHS = [320, 480, 800, 1200]

export type Source = { type: string; srcset: string }

/** What a `<picture>` may choose from, best first; nothing for pictures from elsewhere. */
export function sourcesOf(url: string): Source[] {
  const [, folder, widest] = OWN.exec(url) ?? []
  if (!folder) return []
  const widths = WIDTHS.filter((width) => width <= Number(widest))
  return ['avif', 'webp'].map((kind) => ({
    type: `image/${kind}`,
    srcset: widths.map((width) => `${folder}${width}.${kind} ${width}w`).join(', '),
  }))
}
