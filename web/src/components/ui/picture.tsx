import { filesOf } from '@/lib/picture-files'
import { cx } from './cx'

type Props = {
  url: string
  /** What it shows, in words; nothing where the words beside it say so. */
  alt?: string
  /** How wide it is shown, as browsers read it. */
  sizes: string
  className: string
  /** A thumbnail: the middle of the picture. */
  isSquare?: boolean
  /** What can be seen at once is not put off. */
  isFirst?: boolean
}

/** A picture in the smallest file that does, on its own color until it is there; `className` gives it its place. */
export function Picture({ url, alt = '', sizes, className, isSquare = false, isFirst = false }: Props) {
  const { sources, src, tone } = filesOf(url, isSquare)
  return (
    <picture
      className={cx('block overflow-hidden bg-sunken', className)}
      style={tone ? { backgroundColor: tone } : undefined}
    >
      {sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        src={src}
        alt={alt}
        width={isSquare ? 96 : 1200}
        height={isSquare ? 96 : 800}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
        className="size-full object-cover"
      />
    </picture>
  )
}
