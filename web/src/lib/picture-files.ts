/** A picture of the product's own: one address tells all of its files, and the color it has on the whole (ADR 72). */
const OWN = /^(.*\/pictures\/[^/?]+?(-[\da-f]{6})?\/)(\d+)\.(?:webp|jpg)$/
const WIDTHS = [320, 480, 800, 1200, 1920]
const SQUARES = [96, 192]

export type PictureFiles = {
  sources: { type: string; srcSet: string }[]
  /** For browsers that know neither of the sources. */
  src: string
  /** The color that holds its place until it is there. */
  tone: string | undefined
}

/** What a `<picture>` shows, as a whole or as a square thumbnail; pictures from elsewhere are shown as they are. */
export function filesOf(url: string, isSquare = false): PictureFiles {
  const [, folder, tone, widest] = OWN.exec(url) ?? []
  if (!folder) return { sources: [], src: url, tone: undefined }
  const widths = isSquare ? SQUARES : WIDTHS.filter((width) => width <= Number(widest))
  return {
    sources: widths.length
      ? ['avif', 'webp'].map((kind) => ({
          type: `image/${kind}`,
          srcSet: widths.map((width) => `${folder}${width}.${kind} ${width}w`).join(', '),
        }))
      : [],
    src: isSquare ? `${folder}${SQUARES[0]}.jpg` : url,
    tone: tone?.replace('-', '#'),
  }
}
