import compile from 'icu-minify/compile'
import type { Features } from './features'

export type Feature = keyof Features

type Words = Record<string, string>

// By way of JSON: the compiler's objects have no prototype, and React passes plain ones only.
const compiled = ([key, message]: [string, string]) => [key, JSON.parse(JSON.stringify(compile(message))) as unknown]

/**
 * The messages of some features in one language, read when the page is exported.
 *
 * They are taken apart here, so that the browser need not: its use-intl only puts them together.
 */
export async function loadMessages(locale: string, features: Feature[]): Promise<Partial<Features>> {
  const loaded = await Promise.all(
    features.map(async (feature) => {
      const words = (await import(`./${locale}/${feature}.json`)).default as Words
      return [feature, Object.fromEntries(Object.entries(words).map(compiled))] as const
    }),
  )
  return Object.fromEntries(loaded) as unknown as Partial<Features>
}
