/** A QR code out of the server's rows of 0 and 1: dark on light in both themes, as readers need it. */
export function QrCode({ rows, label }: { rows: string[]; label: string }) {
  const size = rows.length + 8
  const path = rows
    .flatMap((row, y) => [...row].map((cell, x) => (cell === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : '')))
    .join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44 rounded-md border bg-white">
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
