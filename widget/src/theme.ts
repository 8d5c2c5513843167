/** As the embed code says, as the server wrote it into the page, as the host page is painted; else as the reader's system. */
export function applyTheme(search: string): string | null {
  const query = new URLSearchParams(search)
  const { dataset } = document.documentElement
  const theme = [query.get('theme'), dataset.theme, query.get('around')].find((one) => one === 'light' || one === 'dark')
  return theme ? (dataset.theme = theme) : null
}
