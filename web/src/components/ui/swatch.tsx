/** A patch of a colour that data decides: drawn, because a style attribute in the page would be refused. */
export function Swatch({ color, className }: { color: string; className: string }) {
  return (
    <svg aria-hidden className={className}>
      <rect width="100%" height="100%" fill={color} />
    </svg>
  )
}
