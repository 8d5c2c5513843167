/** Light around the code, as wide as cameras want it. */
const QUIET = 4

/** A QR code by rows in which 1 is dark: black on white in every color scheme, for cameras. */
export function QrCode({ rows, label }: { rows: string[]; label: string }) {
  const side = rows.length + 2 * QUIET
  const dark = rows.flatMap((row, y) => [...row].map((one, x) => (one === '1' ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
  return (
    <svg className="kiosk-qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" />
    </svg>
  )
}
