'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { draftPlace, dropDraft, keepDraft, readDraft } from '@/lib/drafts'
import { useSession } from '@/lib/session'
import { splitLocale } from '@/routes'
import type { RuleValues } from './values'

/** The values of a rule's form, kept in this tab while they differ from what is saved. */
export function useRuleDraft(saved: RuleValues) {
  const person = useSession()?.userAvatar.id
  const { path } = splitLocale(usePathname())
  const place = person === undefined ? null : draftPlace(person, path, 'rule')
  const [kept] = useState(() => (place ? readDraft<RuleValues>(place) : null))
  const [values, setValues] = useState<RuleValues>(() => ({ ...saved, ...kept }))
  const [isTouched, setTouched] = useState(false)
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved)
  useEffect(() => {
    if (!place) return
    if (isDirty) keepDraft(place, values)
    else dropDraft(place)
  }, [place, values, isDirty])
  return {
    values,
    isDirty,
    change: (part: Partial<RuleValues>) => {
      setTouched(true)
      setValues((before) => ({ ...before, ...part }))
    },
    replace: setValues,
    draft: { isRestored: kept !== null && isDirty && !isTouched, discard: () => setValues(saved) },
  }
}
