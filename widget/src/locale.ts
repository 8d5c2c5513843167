/** How a language is written: its direction, and its locale for numbers and dates. */
import { RIGHT_TO_LEFT } from './isolate'

export const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.test(language)

/** The operator's locale where it speaks the reader's language (en-GB for en); of Chinese, only the very same. */
export function displayLocale(language: string, operatorLocale: string | null | undefined): string {
  if (language === 'tl') return 'fil'
  const own = operatorLocale || 'en-US'
  return own === language || own.split('-')[0] === language ? own : language
}
