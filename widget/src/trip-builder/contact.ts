/** The contact form: what must be there before the server is asked, and how its answer maps to fields. */

import { isFamilyFirst } from '../names'

export const CONTACT_FIELDS = ['first_name', 'last_name', 'email', 'phone'] as const

/** The fields in the order in which a reader of a language is asked for them. */
export const contactFields = (locale: string): readonly ContactField[] =>
  isFamilyFirst(locale) ? ['last_name', 'first_name', 'email', 'phone'] : CONTACT_FIELDS

export type ContactField = (typeof CONTACT_FIELDS)[number]
export type Contact = Record<ContactField, string>

type ErrorKey = 'required' | 'emailInvalid' | 'phoneInvalid' | 'numberInvalid' | 'numberLeast' | 'numberMost' | 'textLong' | 'fileRules' | 'networkLost' | 'serverFailed'

/** A message key of ours, or a sentence of the server. */
export type FieldError = { key: ErrorKey; values?: { n: number } } | { text: string }
export type ContactErrors = Partial<Record<ContactField, FieldError>>

export const EMPTY_CONTACT: Contact = { first_name: '', last_name: '', email: '', phone: '' }

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

export function fieldError(field: ContactField, value: string): { key: ErrorKey } | null {
  const text = value.trim()
  if (text === '') return { key: 'required' }
  if (field === 'email' && !EMAIL.test(text)) return { key: 'emailInvalid' }
  if (field === 'phone' && text.replace(/\D/g, '').length < 6) return { key: 'phoneInvalid' }
  return null
}

export function contactErrors(contact: Contact): ContactErrors {
  const errors: ContactErrors = {}
  for (const field of CONTACT_FIELDS) {
    const error = fieldError(field, contact[field])
    if (error) errors[field] = error
  }
  return errors
}

export const trimmed = (contact: Contact): Contact =>
  Object.fromEntries(CONTACT_FIELDS.map((field) => [field, contact[field].trim()])) as Contact

/** What of a half-filled form may be sent ahead: the address, and what else is complete. Null without an address. */
export function contactSoFar(contact: Contact): Partial<Contact> | null {
  if (fieldError('email', contact.email)) return null
  const good = CONTACT_FIELDS.filter((field) => fieldError(field, contact[field]) === null)
  return Object.fromEntries(good.map((field) => [field, contact[field].trim()]))
}

/** The server's `detail.fields`, keyed like `contact.email`, as errors of the form; empty when none is ours. */
export function serverErrors(detail: Record<string, unknown>): ContactErrors {
  const errors: ContactErrors = {}
  const fields = (detail.fields ?? {}) as Record<string, string[] | string>
  for (const [path, messages] of Object.entries(fields)) {
    const field = CONTACT_FIELDS.find((name) => path === name || path.endsWith(`contact.${name}`))
    const text = Array.isArray(messages) ? messages[0] : messages
    if (field && text) errors[field] = { text }
  }
  return errors
}
