import { isolate } from './isolate'

/** Messages with {name} placeholders and plural forms; nothing more is needed here. */

export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type MessageValues = Record<string, string | number>

export type Translate<Keys extends string> = (key: Keys, values?: MessageValues) => string

/** Puts values into a text; names, times and amounts keep their own direction in it. */
export function fill(text: string, values: MessageValues, locale = ''): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole
    return typeof value === 'string' ? isolate(value, locale) : String(value)
  })
}

/**
 * Makes the function that writes messages in one language.
 * A plural message picks its form by the value named `n`, which is then written as a number of that locale.
 */
export function translator<Keys extends string>(
  messages: Record<Keys, string | Plural>,
  locale: string,
): Translate<Keys> {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (key, values = {}) => {
    const message = messages[key]
    if (typeof message === 'string') return fill(message, values, locale)
    const count = Number(values.n)
    const form = message[rules.select(count)] ?? message.other
    return fill(form, { ...values, n: numbers.format(count) }, locale)
  }
}
