/** Stands where a screen broke: what to do, and a reference that its report has, too (ADR 152). */
import { adopt } from './adopt'
import type { Crash } from './error-reports/reporter'
import { translator } from './i18n'
import { loadCrashMessages, languageOf } from './messages/crash'
import css from './styles/crash.css?inline'

/** Letters and figures that nobody mistakes for one another, however they are read out. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const PLACES = '#calendar, #trip-builder, #pay, #sign, #kiosk, #portal'

let isShown = false

/** Eight letters and figures in two parts, as one says them on the phone. */
function newReference(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** Hands the error to whoever hosts this; the reference to quote, null where nobody wants to hear of errors. */
function report(error: unknown): string | null {
  if (!document.querySelector('script[data-error-reports]')) return null
  const reference = newReference()
  const waiting: Crash[] = []
  const crashes = (window.outfitterCrashes ??= waiting)
  crashes.push({ error, reference })
  return reference
}

const element = (tag: string, text = '', more: Partial<HTMLElement> = {}): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent: text, ...more })

/** Replaces the page's screen, once: what broke is drawn on out of sight. */
export async function showCrash(error: unknown): Promise<void> {
  console.warn('A screen broke.', error)
  if (isShown) return
  isShown = true
  const reference = report(error)
  const language = languageOf(document.documentElement.lang)
  const t = translator(await loadCrashMessages(language), language)
  adopt(css)
  const notice = element('main', '', { className: 'crash', role: 'alert' })
  notice.append(element('h1', t('title')), element('p', t('text')))
  if (reference) {
    const [before = '', after = ''] = t('reference').split('{reference}')
    const line = element('p', before)
    line.append(element('bdi', reference, { className: 'crash-reference' }), after)
    notice.append(line)
  }
  notice.append(element('button', t('reload'), { className: 'button', type: 'button', onclick: () => location.reload() } as Partial<HTMLElement>))
  document.querySelector(PLACES)?.replaceWith(notice)
}
