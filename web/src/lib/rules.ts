import * as z from 'zod/mini'

// What forms ask of their fields. The words of a rule ("required") become sentences in `useField`.

/** Something that must be there, without the blanks around it. */
export const name = (most = 20_000) =>
  z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(most, 'tooLong'))

/** Something that may be left out, without the blanks around it. */
export const trimmed = (most: number) => z.string().check(z.trim(), z.maxLength(most, 'tooLong'))

/** A name in an address: small letters, digits and dashes; what else is typed becomes a dash. */
export const slug = (most: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) =>
        typed
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, '-')
          .replaceAll(/^-|-$/g, ''),
      ),
    ),
    z.string().check(z.maxLength(most, 'tooLong')),
  )

/** Something that may be left out, kept as it was typed. */
export const text = (most: number) => z.string().check(z.maxLength(most, 'tooLong'))

/** A password, kept as it was typed. */
export const secret = (least: number, tooShort: 'required' | 'password', most = 20_000) =>
  z.string().check(z.minLength(least, tooShort), z.maxLength(most, 'tooLong'))

export const email = () => z.pipe(z.string().check(z.trim(), z.minLength(1, 'required')), z.email('email'))

/** A range whose end, where both are given, does not lie before its beginning; told at the end. */
export const inOrder = (first: string, last: string) =>
  z.refine(
    (row: unknown) => {
      const { [first]: from, [last]: to } = row as Record<string, number | string | null>
      return from == null || to == null || to >= from
    },
    { path: [last], message: 'order' },
  )

/** A number that must be there. */
export const atLeast = (least: number) => z.number('required').check(z.minimum(least, 'positive'))
