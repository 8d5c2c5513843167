import type { AutomationOut } from '@/api/models'
import type { DocNode } from './document'
import type { Category } from './model'
import type { Stop, Trigger } from './offsets'

/** The words of a template in one language. */
export type TemplateText = {
  locale: string
  subject: string
  preheader: string
  document: DocNode
  sms_text: string
}
export type Channel = 'email' | 'sms' | 'both'

export type TemplateRow = {
  id: number
  slug: string | null
  name: string
  category: Category
  channel: Channel
  is_active: boolean
  is_system: boolean
  version: number
  locales: string[]
  experience_ids: number[]
  trip_methods: string[]
  is_archived: boolean
  /** The letter (a slug) that an own template speaks for where it fits, unless it lacks what that needs. */
  speaks_for: string | null
  is_lacking: boolean
  /** Own templates that speak for this letter. */
  spoken_for_by: number[]
}

export type TemplateFull = TemplateRow & {
  /** What the operator wrote, and what ships where it is a system template. */
  texts: TemplateText[]
  shipped: TemplateText[]
}

export type TemplateVersion = {
  version: number
  restored_from: number | null
  author_name: string
  is_present: boolean
  created_at: string | null
  locales: string[]
}

/** An automation; seen from an experience also whether it is a general one, and replaced by its own. */
export type Automation = AutomationOut & { trigger: Trigger; stop_if: Stop[] }
