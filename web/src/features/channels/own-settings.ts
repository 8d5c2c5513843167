/** A field of a plugin's own form, as its JSON Schema has it; `flag` is yes, no, or not said. */
export type OwnField = {
  name: string
  label: string
  hint: string
  kind: 'text' | 'number' | 'bool' | 'flag' | 'choice' | 'choices' | 'tags'
  options: string[]
}
type Property = {
  type?: string
  title?: string
  description?: string
  enum?: unknown[]
  anyOf?: Property[]
  items?: Property
}
type OwnValue = string | number | boolean | null | string[]
export type Own = Record<string, OwnValue>

/** The fields that a form can show; other lists and the like stay as they are. */
export function fieldsOf(schema: Record<string, unknown> | null | undefined): OwnField[] {
  const properties = (schema?.properties ?? {}) as Record<string, Property>
  return Object.entries(properties).flatMap(([name, property]) => {
    const plain = property.anyOf?.find((one) => one.type !== 'null') ?? property
    const kind = kindOf(plain, property.anyOf !== undefined)
    if (!kind) return []
    const options = (plain.enum ?? plain.items?.enum ?? []).map(String)
    return [{ name, label: property.title ?? name, hint: property.description ?? '', kind, options }]
  })
}

function kindOf(property: Property, isOptional: boolean): OwnField['kind'] | null {
  if (property.enum) return 'choice'
  if (property.type === 'boolean') return isOptional ? 'flag' : 'bool'
  if (property.type === 'integer' || property.type === 'number') return 'number'
  if (property.type !== 'array') return property.type === 'string' ? 'text' : null
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
}

/** What fields start with: what is stored, or empty. */
export const ownValues = (fields: OwnField[], stored: Record<string, unknown>): Own =>
  Object.fromEntries(fields.map((field) => [field.name, shownValue(field, stored[field.name])]))

function shownValue({ kind }: OwnField, stored: unknown): OwnValue {
  if (kind === 'flag') return stored === true ? 'yes' : stored === false ? 'no' : 'unset'
  return (stored as OwnValue | undefined) ?? EMPTY[kind]
}

/** What fields send; a flag that is not said is null. */
export const ownBody = (fields: OwnField[], typed: Own): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, sentValue(field, typed[field.name])]))

function sentValue({ kind }: OwnField, typed: OwnValue | undefined): unknown {
  if (kind === 'flag') return typed === 'yes' ? true : typed === 'no' ? false : null
  return typed
}

export const namesOf = (part: string, fields: OwnField[]) => fields.map((field) => `${part}.${field.name}`)
