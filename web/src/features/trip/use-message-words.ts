import { useTranslations } from 'use-intl'
import { messageKinds, messageStates, messageWays } from './mails'

/** What a message is called, how far it has come and by which way, as the reader says it. */
export function useMessageWords() {
  const t = useTranslations('trip')
  return {
    kind: (slug: string) => {
      const found = messageKinds.find((one) => one === slug)
      return found ? t(`mail_${found}`) : slug.replaceAll('_', ' ')
    },
    state: (slug: string) => {
      const found = messageStates.find((one) => one === slug)
      return found ? t(`mailState_${found}`) : slug
    },
    way: (slug: string) => {
      const found = messageWays.find((one) => one === slug)
      return found ? t(`mailWay_${found}`) : slug
    },
  }
}
