import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

/** The name of a kind of object in the reader's language. */
export function useKindName() {
  const t = useTranslations('audit')
  return useCallback(
    (kind: string) => (t.has(`kind_${kind}` as never) ? t(`kind_${kind}` as never) : kind.replaceAll('_', ' ')),
    [t],
  )
}

/** The name of an action in the reader's language: its own, or "what it is about: what happened to it". */
export function useDeedName() {
  const t = useTranslations('audit')
  const kindName = useKindName()
  return useCallback(
    (action: string) => {
      const own = action.replace('.', '_')
      if (t.has(`did_${own}` as never)) return t(`did_${own}` as never)
      const [kind = '', verb = ''] = action.split('.')
      const object = kindName(kind)
      return t.has(`verb_${verb}` as never) ? t(`verb_${verb}` as never, { object } as never) : `${object}: ${verb}`
    },
    [t, kindName],
  )
}
