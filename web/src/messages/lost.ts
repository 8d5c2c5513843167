import type { Features } from './features'

/** The words of the page for addresses that are nobody's, fetched in the browser: only it knows the language. */
export async function loadLostWords(locale: string): Promise<Pick<Features, 'common' | 'shell' | 'search'>> {
  const [common, shell, search] = await Promise.all([
    import(`./${locale}/common.json`),
    import(`./${locale}/shell.json`),
    import(`./${locale}/search.json`),
  ])
  return { common: common.default, shell: shell.default, search: search.default }
}
