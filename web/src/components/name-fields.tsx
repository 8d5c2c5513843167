'use client'
import { useLocale } from 'use-intl'
import { asksFamilyFirst } from '@/lib/names'
import { FormText } from './form-fields'

type Props = {
  first: string
  last: string
  /** The reader enters their own name, and the browser may know it. */
  isOwn?: boolean
  autoFocus?: boolean
}

/** Asks for a given and a family name in the order of the reader's language; `first` and `last` are their labels. */
export function NameFields({ first, last, isOwn, autoFocus }: Props) {
  const fields = [
    { name: 'first_name', label: first, autoComplete: isOwn ? 'given-name' : 'off' },
    { name: 'last_name', label: last, autoComplete: isOwn ? 'family-name' : 'off' },
  ]
  const asked = asksFamilyFirst(useLocale()) ? fields.toReversed() : fields
  return asked.map((field, place) => <FormText key={field.name} {...field} autoFocus={autoFocus && place === 0} />)
}
