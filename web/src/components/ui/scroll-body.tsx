'use client'
import { useEffect, useRef, type ReactNode } from 'react'

/** Content that scrolls inside a window; one that holds nothing to tab to can itself be tabbed to, and scrolled. */
export function ScrollBody({ className, children }: { className: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = box.current
    if (!node) return undefined
    const update = () => {
      const isLong = node.scrollHeight > node.clientHeight
      const hasOwn = !!node.querySelector('a[href], button, input, select, textarea, [tabindex="0"]')
      if (isLong && !hasOwn) node.tabIndex = 0
      else node.removeAttribute('tabindex')
    }
    const observer = new ResizeObserver(update)
    observer.observe(node)
    return () => observer.disconnect()
  })
  return (
    <div ref={box} className={`min-h-0 grow overflow-y-auto -outline-offset-2 ${className}`}>
      {children}
    </div>
  )
}
