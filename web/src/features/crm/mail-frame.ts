/**
 * A mail for a frame of a page that allows no inline styles: its style sheets and its style attributes apart.
 *
 * A frame without an address of its own obeys the page's policy, which stops styles in markup, yet not those that
 * code sets. Only inside tags: what people wrote stays as it is.
 */
export type MailParts = { html: string; styles: string[] }

const sheet = /<style\b[^>]*>([\s\S]*?)<\/style>/gi
const tag = /<[a-z][^<>]*>/gi
const attribute = /\sstyle\s*=\s*("[^"]*"|'[^']*')/gi
const linked = /<link\b[^>]*>/gi
const told = /<!--[\s\S]*?-->/g

export function mailParts(mail: string): MailParts {
  const styles: string[] = []
  const html = mail
    .replace(told, '')
    .replace(linked, '')
    .replace(sheet, (_, rules: string) => {
      styles.push(rules)
      return ''
    })
    .replace(tag, (found) => found.replace(attribute, ' data-style=$1'))
  return { html, styles }
}

/** A style sheet that is read as in a light or a dark mailbox, whatever the reader's own is. */
export const shaded = (rules: string, isDark: boolean): string =>
  rules.replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/g, (_, scheme: string) =>
    (scheme === 'dark') === isDark ? '(min-width: 0)' : '(max-width: 0)',
  )

/** Gives a frame's document the styles of its mail. */
export function paint(frame: HTMLIFrameElement, styles: readonly string[], isDark: boolean) {
  const page = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!page || !view) return
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
  const sheets = styles
    .filter((rules) => !rules.includes('@import'))
    .map((rules) => {
      const made = new view.CSSStyleSheet()
      made.replaceSync(shaded(rules, isDark))
      return made
    })
  page.adoptedStyleSheets = sheets
  page.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
}
