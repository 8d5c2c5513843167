/** A box to sign in: strokes of a finger, a pen or a mouse, as smooth lines on a canvas. */

const WIDTH = 2.6
/** What is sent has this many pixels at most on its longer side. */
const MOST = 1200

export type Pad = { clear: () => void; detach: () => void }

type Point = { x: number; y: number }

/** Lets a canvas be signed in; `onChange` gets the picture (base64 PNG) after each stroke, null when it is empty. */
export function attachPad(canvas: HTMLCanvasElement, onChange: (picture: string | null) => void): Pad {
  const context = canvas.getContext('2d')
  const strokes: Point[][] = []
  let current: Point[] | null = null

  const resize = (): void => {
    const scale = Math.min(window.devicePixelRatio || 1, MOST / Math.max(canvas.clientWidth, 1))
    canvas.width = Math.round(canvas.clientWidth * scale)
    canvas.height = Math.round(canvas.clientHeight * scale)
    context?.setTransform(scale, 0, 0, scale, 0, 0)
    redraw()
  }

  const redraw = (): void => {
    if (!context) return
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight)
    for (const stroke of strokes) draw(stroke)
  }

  const draw = (points: readonly Point[]): void => {
    if (!context || !points[0]) return
    context.strokeStyle = context.fillStyle = '#111316'
    context.lineWidth = WIDTH
    context.lineCap = context.lineJoin = 'round'
    context.beginPath()
    context.moveTo(points[0].x, points[0].y)
    if (points.length === 1) context.lineTo(points[0].x + 0.1, points[0].y)
    for (let index = 1; index < points.length; index += 1) {
      const [before, here] = [points[index - 1]!, points[index]!]
      context.quadraticCurveTo(before.x, before.y, (before.x + here.x) / 2, (before.y + here.y) / 2)
    }
    context.stroke()
  }

  const at = (event: PointerEvent): Point => {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return
    event.preventDefault()
    canvas.setPointerCapture?.(event.pointerId)
    current = [at(event)]
    strokes.push(current)
    redraw()
  }
  const go = (event: PointerEvent): void => {
    if (!current) return
    current.push(at(event))
    redraw()
  }
  const end = (): void => {
    if (!current) return
    current = null
    onChange(canvas.toDataURL('image/png').split(',')[1] ?? null)
  }

  canvas.addEventListener('pointerdown', begin)
  canvas.addEventListener('pointermove', go)
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
  window.addEventListener('resize', resize)
  resize()
  return {
    clear: () => {
      strokes.length = 0
      redraw()
      onChange(null)
    },
    detach: () => {
      canvas.removeEventListener('pointerdown', begin)
      canvas.removeEventListener('pointermove', go)
      canvas.removeEventListener('pointerup', end)
      canvas.removeEventListener('pointercancel', end)
      window.removeEventListener('resize', resize)
    },
  }
}
