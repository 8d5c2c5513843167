import { useSyncExternalStore } from 'react'

// No bar of a browser is that high, and every keyboard is higher.
const leastPx = 150

function subscribe(tell: () => void) {
  const view = window.visualViewport
  view?.addEventListener('resize', tell)
  return () => view?.removeEventListener('resize', tell)
}

const hasKeyboard = () => !!window.visualViewport && window.innerHeight - window.visualViewport.height > leastPx

/** Whether a keyboard on the screen covers the lower part of the page. */
export const useHasKeyboard = () => useSyncExternalStore(subscribe, hasKeyboard, () => false)
