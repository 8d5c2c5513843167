import type { CustomField, CustomFieldIn } from '@/api/models'

export const kinds = [
  'text',
  'textarea',
  'number',
  'date',
  'select',
  'multiselect',
  'checkbox',
  'phone',
  'email',
  'country',
  'file',
  'height',
  'weight',
] as const
export const scopes = ['trip', 'trip_order', 'booking', 'customer'] as const
export const moments = ['checkout', 'after_booking', 'check_in', 'internal'] as const

export type FieldForm = Omit<CustomFieldIn, 'validation' | 'options' | 'help_text'> & {
  options: string[]
  help_text: string
  min: number | null
  max: number | null
}

export const isChoice = (kind: string) => kind === 'select' || kind === 'multiselect'
export const isMeasured = (kind: string) => kind === 'number' || kind === 'height' || kind === 'weight'

const fresh: FieldForm = {
  name: '',
  label: '',
  help_text: '',
  kind: 'text',
  options: [],
  scope: 'booking',
  ask_when: 'checkout',
  is_required: false,
  is_pii: false,
  is_health: false,
  show_on_manifest: true,
  min: null,
  max: null,
}

/** What the form shows of a field; of a new one when there is none. */
export function formOf(field?: CustomField): FieldForm {
  if (!field) return fresh
  const { min, max } = field.validation as { min?: number; max?: number }
  return {
    id: field.id,
    version: field.version,
    name: field.name,
    label: field.label,
    help_text: field.help_text,
    kind: field.kind as FieldForm['kind'],
    options: field.options,
    scope: field.scope as FieldForm['scope'],
    ask_when: field.ask_when as FieldForm['ask_when'],
    is_required: field.is_required,
    is_pii: field.is_pii,
    is_health: field.is_health,
    show_on_manifest: field.show_on_manifest,
    min: min ?? null,
    max: max ?? null,
  }
}

/** What is sent: choices only of a choice, bounds only of a measure, the question as its own name. */
export function bodyOf({ min, max, ...form }: FieldForm): CustomFieldIn {
  return {
    ...form,
    name: form.name || form.label.slice(0, 60),
    options: isChoice(form.kind) ? form.options : [],
    validation: isMeasured(form.kind) ? { min, max } : {},
  }
}
