import type { WaiverTemplate, WaiverTemplateIn } from '@/api/models'
import { htmlOf, textOf } from './text'

export const kinds = ['any', 'adult', 'minor'] as const
export const requirements = ['guardian_for_minor', 'initials', 'photo', 'id_number'] as const

export type TemplateValues = Required<Omit<WaiverTemplateIn, 'body_html' | 'id' | 'version'>> & {
  id?: number
  version?: number
  text: string
}

/** What the form shows of a template; of a new one when there is none. */
export function formOf(template?: WaiverTemplate): TemplateValues {
  return {
    id: template?.id,
    version: template?.version,
    name: template?.name ?? '',
    kind: (template?.kind as TemplateValues['kind']) ?? 'any',
    locale: template?.locale ?? 'en',
    requires: (template?.requires as TemplateValues['requires']) ?? [],
    valid_days: template ? template.valid_days : 365,
    is_active: template?.is_active ?? true,
    text: template ? textOf(template.body_html) : '',
  }
}

export const bodyOf = ({ text, ...values }: TemplateValues): WaiverTemplateIn => ({
  ...values,
  body_html: htmlOf(text),
})
