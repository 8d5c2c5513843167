/** Who signs what for whom: pure rules of the signing page. */
import type { Act, Guest, Portal, Relation, Required, Template } from './types'

export type Minor = { key: number; firstName: string; lastName: string; birthDate: string }

export type Answers = { initials: string; idNumber: string; photo: string | null; given: Record<string, string | boolean>; isAgreed: boolean }

export type Draft = {
  firstName: string
  lastName: string
  email: string
  birthDate: string
  isParticipant: boolean
  relation: Exclude<Relation, 'self'>
  minors: Minor[]
  bookingId: number | null
  answers: Record<number, Answers>
  picture: string | null
  typedName: string
  isTyped: boolean
}

export const NOTHING_SAID: Answers = { initials: '', idNumber: '', photo: null, given: {}, isAgreed: false }

export const emptyDraft = (): Draft => ({
  firstName: '',
  lastName: '',
  email: '',
  birthDate: '',
  isParticipant: true,
  relation: 'parent',
  minors: [],
  bookingId: null,
  answers: {},
  picture: null,
  typedName: '',
  isTyped: false,
})

export const answersOf = (draft: Draft, template: Template): Answers => draft.answers[template.id] ?? NOTHING_SAID

const DONE = new Set(['signed', 'marked_signed'])

export const isDone = (guest: Guest): boolean => DONE.has(guest.state)

/** The templates of which somebody on the trip has not signed yet; with nobody's trip, all there are. */
export function openTemplates(required: readonly Required[]): Template[] {
  return required.filter(({ guests }) => guests.some((guest) => !isDone(guest))).map(({ template }) => template)
}

/** Guests who have something left to sign, each once. */
export function openGuests(required: readonly Required[]): Guest[] {
  const found = new Map<number, Guest>()
  for (const { guests } of required) for (const guest of guests) if (!isDone(guest)) found.set(guest.booking_id, guest)
  return [...found.values()]
}

/** Whether a template is about anybody whom this draft is for. */
export function concerns(template: Template, draft: Draft): boolean {
  const minors = draft.minors.length > 0
  if (template.kind === 'adult') return draft.isParticipant
  if (template.kind === 'minor') return minors
  return draft.isParticipant || minors
}

/** Age in whole years on a day; both as YYYY-MM-DD. Whoever is born on February 29 turns on March 1. */
export function ageOn(born: string, day: string): number {
  const [year = 0, month = 0, date = 0] = born.split('-').map(Number)
  const [thisYear = 0, thisMonth = 0, thisDate = 0] = day.split('-').map(Number)
  const isBefore = thisMonth < month || (thisMonth === month && thisDate < date)
  return thisYear - year - (isBefore ? 1 : 0)
}

export const localDay = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`

export type Problem = 'required' | 'future' | 'tooYoung' | 'tooOld' | 'addSomeone' | 'agreeFirst' | 'signFirst' | 'emailWrong'

export type Problems = Record<string, Problem>

/** What is missing on the page about people; the server checks all of it once more, on the day of the activity. */
export function peopleProblems(draft: Draft, majority: number, today: string): Problems {
  const found: Problems = {}
  if (!draft.firstName.trim()) found.firstName = 'required'
  if (!draft.lastName.trim()) found.lastName = 'required'
  if (draft.email.trim() && !/^\S+@\S+\.\S+$/.test(draft.email.trim())) found.email = 'emailWrong'
  if (draft.birthDate > today) found.birthDate = 'future'
  else if (draft.birthDate && ageOn(draft.birthDate, today) < majority) found.birthDate = 'tooYoung'
  if (!draft.isParticipant && draft.minors.length === 0) found.participants = 'addSomeone'
  for (const minor of draft.minors) {
    if (!minor.firstName.trim()) found[`${minor.key}.firstName`] = 'required'
    if (!minor.lastName.trim()) found[`${minor.key}.lastName`] = 'required'
    if (!minor.birthDate) found[`${minor.key}.birthDate`] = 'required'
    else if (minor.birthDate > today) found[`${minor.key}.birthDate`] = 'future'
    else if (ageOn(minor.birthDate, today) >= majority) found[`${minor.key}.birthDate`] = 'tooOld'
  }
  return found
}

/** What is missing below a text. */
export function textProblems(template: Template, answers: Answers): Problems {
  const found: Problems = {}
  if (template.requires.includes('initials') && !answers.initials.trim()) found.initials = 'required'
  if (template.requires.includes('id_number') && !answers.idNumber.trim()) found.idNumber = 'required'
  if (template.requires.includes('photo') && !answers.photo) found.photo = 'required'
  for (const question of template.questions) {
    const given = answers.given[question.id]
    if (question.is_required && (given === undefined || given === '')) found[question.id] = 'required'
  }
  if (!answers.isAgreed) found.isAgreed = 'agreeFirst'
  return found
}

export const signatureProblems = (draft: Draft): Problems =>
  (draft.isTyped ? draft.typedName.trim() : draft.picture) ? {} : { signature: 'signFirst' }

/** `party` is one of those whom the tablet shows: whoever signs there travels with them. */
type Terms = { hash: string | null; party?: number | undefined; consentAt: string; clientId: string }

/** The acts to send, one for each template that concerns somebody. */
export function actsOf(draft: Draft, templates: readonly Template[], terms: Terms): Act[] {
  return templates.filter((template) => concerns(template, draft)).map((template) => actOf(draft, template, terms))
}

function actOf(draft: Draft, template: Template, { hash, party, consentAt, clientId }: Terms): Act {
  const said = answersOf(draft, template)
  const minors = template.kind === 'adult' ? [] : draft.minors
  const isParticipant = template.kind !== 'minor' && draft.isParticipant
  const given = Object.fromEntries(Object.entries(said.given).filter(([, value]) => value !== ''))
  return {
    template_id: template.id,
    template_version: template.version,
    locale: template.locale,
    ...(hash && { hash }),
    ...(party && !hash && { party_booking_id: party }),
    ...(draft.bookingId && isParticipant && { booking_id: draft.bookingId }),
    signer: {
      first_name: draft.firstName.trim(),
      last_name: draft.lastName.trim(),
      email: draft.email.trim() || null,
      birth_date: draft.birthDate || null,
      relation: minors.length > 0 ? draft.relation : 'self',
      is_participant: isParticipant,
    },
    minors: minors.map((one) => ({ first_name: one.firstName.trim(), last_name: one.lastName.trim(), birth_date: one.birthDate })),
    answers: given,
    initials: said.initials.trim(),
    id_number: said.idNumber.trim(),
    typed_name: draft.isTyped ? draft.typedName.trim() : '',
    signature_png_base64: draft.isTyped ? null : draft.picture,
    photo_base64: said.photo,
    consent_at: consentAt,
    client_id: clientId,
  }
}

/** Whom somebody signs for, as the signature's page says it. */
export const namesOf = (draft: Draft): string[] => [
  ...(draft.isParticipant ? [`${draft.firstName.trim()} ${draft.lastName.trim()}`] : []),
  ...draft.minors.map((one) => `${one.firstName.trim()} ${one.lastName.trim()}`),
]

/** What there is to sign on this page: a trip's open waivers, what a tablet was told to show, or what was chosen. */
export function templatesFor(portal: Portal, hash: string | null, chosen: readonly number[]): Template[] {
  if (hash || portal.required.length > 0) return openTemplates(portal.required)
  if (portal.templates.length === 1) return portal.templates
  return portal.templates.filter(({ id }) => chosen.includes(id))
}
