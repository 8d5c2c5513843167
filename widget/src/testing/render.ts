import type { ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, vi } from 'vitest'

const roots: Root[] = []

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
})

/** Draws into a new place of the page, as `main.tsx` does. */
export function render(element: ReactElement): HTMLElement {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  roots.push(root)
  root.render(element)
  return place
}

/** Waits for an element with this text or label; fails after some seconds. */
export function find(selector: string, text?: string | RegExp): Promise<HTMLElement> {
  return vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
      const words = `${element.getAttribute('aria-label') ?? ''} ${element.textContent ?? ''}`
      return text === undefined || (typeof text === 'string' ? words.includes(text) : text.test(words))
    })
    if (!found) throw new Error(`No ${selector} with ${text}.`)
    return found
  }, 8000)
}

export const click = async (selector: string, text?: string | RegExp): Promise<void> => (await find(selector, text)).click()
