'use client'
import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * The same function at every drawing, which calls the newest one that was given.
 *
 * For handlers only: parts that are handed it need not be drawn again. Not to be called while drawing.
 */
export function useSteady<Args extends unknown[], Result>(call: (...args: Args) => Result) {
  const newest = useRef(call)
  useInsertionEffect(() => {
    newest.current = call
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
