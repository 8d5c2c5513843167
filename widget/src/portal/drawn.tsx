/** Run by the server: the customer's page as markup, by the very code that draws it in a browser (ADR 43). */
import { localeFor } from '../guest-page/language'
import { translator } from '../i18n'
import type { Content } from '../slim/draw'
import { textOf } from '../slim/text'
import { formatMoney } from '../money'
import { firstOf } from './first'
import { FindPage, Page } from './page'
import type { PortalUi, Speech } from './ui'

const nothing = (): void => undefined

/** The markup of the page's first picture, from the JSON that stands in the page; empty where it says too little. */
export function markupOf(text: string): string {
  const { language, messages, portal, operator, is_unknown = false, now = 0 } = firstOf(text)
  if (!language || !messages || !operator) return ''
  const locale = localeFor(language, operator.locale)
  const speech: Speech = { language, locale, t: translator(messages, locale), onLanguage: nothing }
  if (!portal) return textOf((<FindPage {...speech} operator={operator} isUnknown={is_unknown} />) as Content)
  const money = (minor: number): string => formatMoney(minor, portal.trip.currency, locale)
  const ui: PortalUi = { ...speech, hash: portal.trip.hash, portal, operator, money, now, told: null, open: nothing, done: nothing, refresh: nothing, withdraw: nothing, close: nothing }
  return textOf((<Page ui={ui} />) as Content)
}

Object.assign(globalThis, { drawPortal: ({ first }: { first: string }): string => markupOf(first) })
