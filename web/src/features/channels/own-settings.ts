/**
 * A field of a plugin's own form, as its JSON Schema has it. A `flag` is yes, no, or not said; a `moment`
 * is an instant, typed on the clock of this browser; `rows` have `fields` of their own.
 */
export type OwnField = {
  name: string
  label: string
  hint: string
  kind: 'text' | 'number' | 'bool' | 'flag' | 'choice' | 'choices' | 'tags' | 'date' | 'moment' | 'rows'
  options: string[]
  /** What options are called; one without a name is shown as it is. */
  names: Record<string, string>
  fields: OwnField[]
  /** What it is where nothing is stored. */
  initial?: unknown
}
type Property = {
  type?: string
  format?: string
  title?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  'x-names'?: Record<string, string>
  anyOf?: Property[]
  items?: Property
  $ref?: string
  properties?: Record<string, Property>
}
type Schema = Property & { $defs?: Record<string, Property> }
export type OwnValue = string | number | boolean | null | string[] | Own[]
export type Own = { [name: string]: OwnValue }

/** The fields that a form can show; lists of lists and the like stay as they are. */
export function fieldsOf(schema: Record<string, unknown> | null | undefined): OwnField[] {
  const whole = (schema ?? {}) as Schema
  return fieldsIn(whole, whole.$defs ?? {}, true)
}

function fieldsIn(part: Property, known: Record<string, Property>, mayNest: boolean): OwnField[] {
  return Object.entries(part.properties ?? {}).flatMap(([name, property]) => {
    const plain = property.anyOf?.find((one) => one.type !== 'null') ?? property
    const row = known[plain.items?.$ref?.split('/').pop() ?? '']
    const kind = kindOf(plain, property.anyOf !== undefined) ?? (row && mayNest ? 'rows' : null)
    if (!kind) return []
    const options = (plain.enum ?? plain.items?.enum ?? []).map(String)
    const names = plain['x-names'] ?? plain.items?.['x-names'] ?? {}
    const fields = row ? fieldsIn(row, known, false) : []
    const { title: label = name, description: hint = '', default: initial } = property
    return [{ name, label, hint, kind, options, names, fields, initial }]
  })
}

const texts: Record<string, 'date' | 'moment'> = { date: 'date', 'date-time': 'moment' }

function kindOf(property: Property, isOptional: boolean): OwnField['kind'] | null {
  if (property.enum) return 'choice'
  if (property.type === 'boolean') return isOptional ? 'flag' : 'bool'
  if (property.type === 'integer' || property.type === 'number') return 'number'
  if (property.type === 'string') return texts[property.format ?? ''] ?? 'text'
  if (property.type !== 'array') return null
  if (property.items?.enum) return 'choices'
  return property.items?.type === 'string' ? 'tags' : null
}

const EMPTY: Record<OwnField['kind'], OwnValue> = {
  text: '',
  number: null,
  bool: false,
  flag: 'unset',
  choice: '',
  choices: [],
  tags: [],
  date: '',
  moment: '',
  rows: [],
}

/** What fields start with: what is stored, or empty. */
export const ownValues = (fields: OwnField[], stored: Record<string, unknown>): Own =>
  Object.fromEntries(fields.map((field) => [field.name, shownValue(field, stored[field.name] ?? field.initial)]))

function shownValue({ kind, fields }: OwnField, stored: unknown): OwnValue {
  if (kind === 'flag') return stored === true ? 'yes' : stored === false ? 'no' : 'unset'
  if (kind === 'moment') return typeof stored === 'string' ? onTheClock(stored) : ''
  if (kind === 'rows') return Array.isArray(stored) ? stored.map((row) => ownValues(fields, row as Own)) : []
  return (stored as OwnValue | undefined) ?? EMPTY[kind]
}

/** What fields send; a flag that is not said and a moment that is not named are null. */
export const ownBody = (fields: OwnField[], typed: Own): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, sentValue(field, typed[field.name])]))

function sentValue({ kind, fields }: OwnField, typed: OwnValue | undefined): unknown {
  if (kind === 'flag') return typed === 'yes' ? true : typed === 'no' ? false : null
  if (kind === 'moment') return typed ? new Date(String(typed)).toISOString() : null
  if (kind === 'date') return typed || null
  if (kind === 'rows') return ((typed ?? []) as Own[]).map((row) => ownBody(fields, row))
  return typed
}

/** An instant as a field for date and time takes it: local, to the minute. */
function onTheClock(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The names of fields as a refusal has them; those of rows stand for every row. */
export const namesOf = (part: string, fields: OwnField[]): string[] =>
  fields.flatMap((field) => [`${part}.${field.name}`, ...namesOf(`${part}.${field.name}.*`, field.fields)])
