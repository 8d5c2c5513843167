/** The trip builder loads the calendar's style sheet, too: the two may not mean different things by one name. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string): string => readFileSync(`${import.meta.dirname}/${name}.css`, 'utf8').replace(/\/\*[^]*?\*\//g, '')
/** The selectors of a sheet, one by one, without those that only nest others. */
const selectors = (name: string): string[] => [...read(name).matchAll(/([^{}]+)\{/g)].flatMap(([, list]) => list!.split(',')).map((one) => one.trim()).filter((one) => !one.startsWith('@'))
const classes = (text: string): string[] => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!)

it.each(['trip-builder', 'forms', 'fields', 'late'])('what the calendar dresses is nothing of %s', (name) => {
  // What stands below an element of the calendar's own reaches nothing else.
  const bare = selectors('calendar').filter((one) => /^\S+$/.test(one) && !one.startsWith('#')).flatMap(classes)
  const used = new Set(selectors(name).flatMap(classes))
  expect([...new Set(bare)].filter((one) => used.has(one))).toEqual([])
})
