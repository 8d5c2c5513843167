import { useTranslations } from 'use-intl'
import { messageKinds } from './mails'

/** What a message is called, as the reader says it. */
export function useMessageWords() {
  const t = useTranslations('trip')
  return {
    kind: (slug: string) => {
      const found = messageKinds.find((one) => one === slug)
      return found ? t(`mail_${found}`) : slug.replaceAll('_', ' ')
    },
  }
}
