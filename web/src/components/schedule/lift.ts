/** Something in the hand: its picture follows the pointer, and the place below it is marked. */
export type Lifted = {
  move: (x: number, y: number) => void
  /** The `data-drop` of the place below; undefined over none. */
  over: () => string | undefined
  end: () => void
}

const EDGE = 48
const SPEED = 14

/** Take a picture of an element into the hand at a point of the window; `box` scrolls when it nears an edge. */
export function lift(source: HTMLElement, box: HTMLElement | null, startX: number, startY: number): Lifted {
  const picture = pictureOf(source)
  let [x, y] = [startX, startY]
  let place: HTMLElement | null = null
  const look = () => {
    picture.style.translate = `${x - startX}px ${y - startY}px`
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null
    if (found === place) return
    place?.removeAttribute('data-over')
    found?.setAttribute('data-over', '')
    place = found
  }
  const stopScrolling = scrolling(box, () => ({ x, y }), look)
  document.documentElement.toggleAttribute('data-carrying', true)
  look()
  return {
    move: (toX, toY) => {
      ;[x, y] = [toX, toY]
      look()
    },
    over: () => place?.dataset.drop,
    end: () => {
      stopScrolling()
      picture.remove()
      place?.removeAttribute('data-over')
      document.documentElement.removeAttribute('data-carrying')
      forgetClick()
    },
  }
}

function pictureOf(source: HTMLElement): HTMLElement {
  const { left, top, width, height } = source.getBoundingClientRect()
  const picture = source.cloneNode(true) as HTMLElement
  picture.setAttribute('aria-hidden', 'true')
  picture.inert = true
  const css = { position: 'fixed', left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
  Object.assign(picture.style, css, {
    zIndex: '60',
    pointerEvents: 'none',
    opacity: '0.96',
    margin: '0',
    boxShadow: 'var(--shadow-float)',
  })
  document.body.append(picture)
  return picture
}

function scrolling(box: HTMLElement | null, at: () => { x: number; y: number }, onScroll: () => void) {
  let frame = 0
  const step = () => {
    frame = requestAnimationFrame(step)
    if (!box) return
    const { x, y } = at()
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const dx = x < left + EDGE ? -SPEED : x > right - EDGE ? SPEED : 0
    const dy = y < Math.max(0, top) + EDGE ? -SPEED : y > Math.min(innerHeight, bottom) - EDGE ? SPEED : 0
    if (!dx && !dy) return
    box.scrollBy(dx, box.scrollHeight > box.clientHeight ? dy : 0)
    onScroll()
  }
  step()
  return () => cancelAnimationFrame(frame)
}

/** Letting go over the button one began at would press it. */
function forgetClick() {
  const forget = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', forget, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', forget, { capture: true }), 0)
}
