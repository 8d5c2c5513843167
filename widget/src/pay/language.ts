/** The languages of the payment page, and what its address says. */
export { LANGUAGES, type MessageLanguage as PayLanguage } from '../guest-page/language'

/** The link's secret, out of /pay/SECRET or /de/pay/SECRET. */
export const secretOf = (path: string): string => decodeURIComponent(/\/pay\/([^/]+)/.exec(path)?.[1] ?? '')
