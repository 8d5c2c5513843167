'use client'
import { createContext, use } from 'react'
import type { MergeFieldInfo } from '../model'

/** The fields that the template at hand may use, with what they are called in the reader's language. */
export const FieldsContext = createContext<readonly MergeFieldInfo[]>([])

export const useFields = () => use(FieldsContext)

/** What a field is called; its written name where it is none of the template's. */
export function useFieldName() {
  const fields = useFields()
  return (name: string) => fields.find((one) => one.name === name)?.label ?? name
}
