import type { Features } from './features'

export type Feature = keyof Features

/** The messages of some features in one language, read when the page is exported. */
export async function loadMessages(locale: string, features: Feature[]): Promise<Partial<Features>> {
  const loaded = await Promise.all(
    features.map(async (feature) => [feature, (await import(`./${locale}/${feature}.json`)).default] as const),
  )
  return Object.fromEntries(loaded) as Partial<Features>
}
