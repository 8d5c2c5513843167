/** The windows that are open, the topmost last. */
const open: HTMLElement[] = []

const focused = () => (document.activeElement === document.body ? null : document.activeElement)

/** Gives a key that is nobody's to the topmost window, and the focus with it. */
function recover(event: KeyboardEvent) {
  if (focused()) return
  open.at(-1)?.focus({ preventScroll: true })
  // A menu above the window may have taken the focus back.
  const heir = focused()
  if (!heir) return
  event.stopImmediatePropagation()
  if (!heir.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault()
}

/**
 * The `ref` of a window's element, a dialog or a list: as long as it is open, no key is lost.
 *
 * When the control that has the focus is disabled or leaves the page, the focus falls to the page itself; so it
 * does between a button, inert from the moment its menu is there, and the menu's first entry.
 * Not every browser tells, and react-aria looks a frame later: until then Esc would close nothing, and a
 * letter would be a shortcut of the screen behind the window.
 */
export function keepKeys(dialog: HTMLElement | null) {
  if (!dialog) return undefined
  open.push(dialog)
  document.addEventListener('keydown', recover, true)
  return () => {
    open.splice(open.indexOf(dialog), 1)
    if (open.length === 0) document.removeEventListener('keydown', recover, true)
  }
}
