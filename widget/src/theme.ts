/** `light` or `dark` when the host page asks for one; otherwise the reader's system decides. */
export function applyTheme(search: string): string | null {
  const theme = new URLSearchParams(search).get('theme')
  if (theme !== 'light' && theme !== 'dark') return null
  document.documentElement.dataset.theme = theme
  return theme
}
