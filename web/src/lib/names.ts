/** How a person's name is put together: the script of a name says which part comes first (ADR 69). */

type Name = { first_name: string; last_name: string }

const hangul = '\\u1100-\\u11ff\\u3130-\\u318f\\ua960-\\ua97f\\uac00-\\ud7ff'
const han = '\\u3005-\\u3007\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
const kana = '\\u3040-\\u30ff\\u31f0-\\u31ff\\uff66-\\uff9f'
const eastAsian = new RegExp(`[${hangul}${han}${kana}]`, 'u')
const isHangul = new RegExp(`^[${hangul}]+$`, 'u')
/** A family name of one character before a short given one: written without a space. */
const isShortHan = new RegExp(`^[${han}]{2,3}$`, 'u')

/** Given and family name in one, as the name's own script orders and joins them; no space when one is missing. */
export function fullName({ first_name, last_name }: Name): string {
  const [given, family] = [first_name.trim(), last_name.trim()]
  if (!given || !family || !isFamilyFirst(given, family)) return `${given} ${family}`.trim()
  const isJoined = isHangul.test(family + given) || ([...family].length === 1 && isShortHan.test(family + given))
  return family + (isJoined ? '' : ' ') + given
}

const isFamilyFirst = (...parts: string[]) => {
  const written = parts.filter(Boolean)
  return written.length > 0 && written.every((part) => eastAsian.test(part))
}

/** By what a page in the reader's language addresses somebody: the family name in Japanese, the given one in most. */
export function addressName({ first_name, last_name }: Name, locale: string): string {
  const [language] = locale.split('-')
  if (language === 'ja') return last_name || first_name
  const isWhole = language === 'ko' || language === 'zh' || isFamilyFirst(first_name, last_name)
  return isWhole || !first_name ? fullName({ first_name, last_name }) : first_name
}

/** A name as it was typed in one, in its two parts. */
export function splitName(text: string): Name {
  const words = text.trim().split(/[\s\u3000]+/)
  if (words.length < 2) return { first_name: words[0] ?? '', last_name: '' }
  if (isFamilyFirst(...words)) return { first_name: words.slice(1).join(' '), last_name: words[0] ?? '' }
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}

/** Whether a reader of a language is asked for the family name first. */
export const asksFamilyFirst = (locale: string): boolean => /^(ja|zh|ko|hu)\b/.test(locale)
