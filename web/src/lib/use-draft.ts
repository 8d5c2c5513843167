'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { splitLocale } from '@/routes'
import { draftPlace, dropDraft, keepDraft, readDraft } from './drafts'
import { useSession } from './session'

type Options<T extends FieldValues> = {
  /** Tells several forms of one address apart. */
  name?: string
  /** Fields that are never kept: passwords, card numbers, codes. */
  omit?: readonly FieldPath<T>[]
}

export type Draft = {
  /** Whether what stands in the form is an earlier, unsaved state of it. */
  isRestored: boolean
  /** Take the form back to what is saved. */
  discard: () => void
}

/**
 * Keep the unsaved values of a form in this tab and bring them back after a reload, a crash or a
 * wrong turn. Call it once the form has its default values; `form.reset(saved)` ends the draft.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, options: Options<T> = {}): Draft {
  const { name = 'form', omit = [] } = options
  const person = useSession()?.userAvatar.id
  const { path } = splitLocale(usePathname())
  const place = person === undefined ? null : draftPlace(person, path, name)
  const [isRestored, setRestored] = useState(false)
  const omitted = useRef(omit)
  useEffect(() => {
    if (!place) return
    let isBack = false
    let isComing = false
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty = false }) => {
        // While values come back, the form tells of them in parts: first as if nothing had changed.
        if (isComing) {
          isBack = isDirty
          setRestored(isDirty)
          return
        }
        const entries = Object.entries(values).filter(([key]) => !omitted.current.includes(key as FieldPath<T>))
        if (isDirty) keepDraft(place, Object.fromEntries(entries))
        else dropDraft(place)
        isBack = isBack && isDirty
        setRestored(isBack)
      },
    })
    const kept = readDraft<Partial<T>>(place)
    if (kept) {
      isComing = true
      form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true })
      isComing = false
    }
    return stop
  }, [form, place])
  return { isRestored, discard: () => form.reset() }
}
