/** A photograph of the product's own: one address tells all of its files, and the color it has on the whole (ADR 72). */
const OWN = /(.*\/pictures\/[^/?]+?(-[\da-f]{6})?\/)(\d+)\.\w+$/

type Props = {
  url: string
  className: string
  /** How wide it is shown, as browsers read it. */
  sizes: string
  /** A thumbnail: the middle of the picture, a square of so many points. */
  side?: 96
}

/**
 * A photograph in the smallest file that does, on its own color until it is there; where there is none, the words
 * have the room. The color is an attribute, as no markup may have styles (ADR 43).
 */
export function Picture({ url, className, sizes, side }: Props) {
  const [, folder, tone, widest] = OWN.exec(url) ?? []
  const widths = side ? [side, 192] : [320, 480, 800, 1200].filter((width) => width <= +widest!)
  return (
    <span className={className}>
      {tone && <svg color={tone.replace('-', '#')} />}
      <picture>
        {folder &&
          ['avif', 'webp'].map((kind) => (
            <source
              key={kind}
              type={`image/${kind}`}
              srcSet={widths.map((width) => `${folder}${width}.${kind} ${width}w`).join()}
              sizes={sizes}
            />
          ))}
        <img
          src={folder && side ? `${folder}${side}.jpg` : url}
          alt=""
          width={side ?? 1200}
          height={side ?? 800}
          loading="lazy"
          onError={(event) => void (event.currentTarget.closest('span')!.hidden = true)}
        />
      </picture>
    </span>
  )
}
