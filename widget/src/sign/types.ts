/** What the server says of waivers to sign. */

export type Option = { id: string; label: string }

export type Question = { id: string; kind: 'text' | 'yes_no' | 'choice'; is_required: boolean; label: string; options: Option[] }

export type Requirement = 'guardian_for_minor' | 'initials' | 'photo' | 'id_number'

export type Template = {
  id: number
  version: number
  name: string
  kind: 'adult' | 'minor' | 'any'
  requires: Requirement[]
  locale: string
  locales: string[]
  body_html: string
  questions: Question[]
}

export type Guest = { booking_id: number; name: string; ticket: string; is_minor: boolean; state: string; waiver_id: number | null }

export type Required = { template: Template; guests: Guest[] }

export type Portal = {
  account: { slug: string; name: string; logo_url: string | null; brand_color: string }
  majority_age: number
  locale: string
  templates: Template[]
  required: Required[]
}

export type Shown = { shown_at: string | null; required: Required[] }

export type Signed = { hash: string; pdf_url: string; verify_url: string; waivers_cnt: number; assigned_cnt: number }

/** What anybody who holds a printed waiver can compare it with. */
export type Checked = {
  operator: string
  template: string
  template_version: number
  locale: string
  signed_at: string
  initials: string[]
  text_sha256: string
  proof_sha256: string
  pdf_sha256: string | null
  is_void: boolean
}

export type Relation = 'self' | 'parent' | 'guardian'

/** One act of signing one template, as it is sent. */
export type Act = {
  template_id: number
  template_version: number
  locale: string
  hash?: string
  booking_id?: number
  party_booking_id?: number
  signer: {
    first_name: string
    last_name: string
    email: string | null
    birth_date: string | null
    relation: Relation
    is_participant: boolean
  }
  minors: { first_name: string; last_name: string; birth_date: string }[]
  answers: Record<string, string | boolean>
  initials: string
  id_number: string
  typed_name: string
  signature_png_base64: string | null
  photo_base64: string | null
  consent_at: string
  client_id: string
}
