import { describe, expect, it } from 'vitest'
import { actsOf, ageOn, emptyDraft, openGuests, openTemplates, peopleProblems, signatureProblems, templatesFor, textProblems, NOTHING_SAID, type Draft } from './model'
import { guest, portal, template } from './testing'

const TODAY = '2026-11-27'
const child = (key: number, changes = {}) => ({ key, firstName: 'Leo', lastName: 'Ruiz', birthDate: '2018-05-04', ...changes })
const ana = (changes: Partial<Draft> = {}): Draft => ({ ...emptyDraft(), firstName: 'Ana', lastName: 'Ruiz', picture: 'aGk=', ...changes })
const terms = { hash: 'abc', consentAt: '2026-11-27T10:00:00Z', clientId: 'client-1' }

describe('ages', () => {
  it.each([
    ['2008-11-27', 18],
    ['2008-11-28', 17],
    ['2008-02-29', 18],
    ['2026-11-27', 0],
  ])('born %s is %i', (born, age) => expect(ageOn(born, TODAY)).toBe(age))

  it('has whoever was born on a leap day turn on March 1', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
  })
})

describe('what is missing about people', () => {
  it.each([
    [ana(), {}],
    [ana({ firstName: ' ' }), { firstName: 'required' }],
    [ana({ email: 'ana' }), { email: 'emailWrong' }],
    [ana({ birthDate: '2030-01-01' }), { birthDate: 'future' }],
    [ana({ birthDate: '2015-01-01' }), { birthDate: 'tooYoung' }],
    [ana({ isParticipant: false }), { participants: 'addSomeone' }],
    [ana({ isParticipant: false, minors: [child(1)] }), {}],
    [ana({ minors: [child(1, { birthDate: '' })] }), { '1.birthDate': 'required' }],
    [ana({ minors: [child(1, { birthDate: '1990-01-01', firstName: '' })] }), { '1.birthDate': 'tooOld', '1.firstName': 'required' }],
  ])('%#', (draft, wanted) => expect(peopleProblems(draft, 18, TODAY)).toEqual(wanted))
})

it('asks below a text for everything the template wants', () => {
  const asked = template({
    requires: ['initials', 'id_number', 'photo'],
    questions: [{ id: 'swim', kind: 'yes_no', is_required: true, label: 'Can you swim?', options: [] }],
  })
  const all = { initials: 'required', idNumber: 'required', photo: 'required', swim: 'required', isAgreed: 'agreeFirst' }
  expect(textProblems(asked, NOTHING_SAID)).toEqual(all)
  expect(textProblems(asked, { initials: 'AR', idNumber: 'X', photo: 'x', given: { swim: false }, isAgreed: true })).toEqual({})
})

it('wants a drawing or a name', () => {
  expect(signatureProblems(ana({ picture: null }))).toEqual({ signature: 'signFirst' })
  expect(signatureProblems(ana({ picture: null, isTyped: true, typedName: ' ' }))).toEqual({ signature: 'signFirst' })
  expect(signatureProblems(ana({ picture: null, isTyped: true, typedName: 'Ana Ruiz' }))).toEqual({})
})

describe('acts', () => {
  const kinds = [template(), template({ id: 2, kind: 'adult' }), template({ id: 3, kind: 'minor' })]

  it('are one for each template that concerns somebody', () => {
    expect(actsOf(ana(), kinds, terms).map((act) => act.template_id)).toEqual([1, 2])
    expect(actsOf(ana({ isParticipant: false, minors: [child(1)] }), kinds, terms).map((act) => act.template_id)).toEqual([1, 3])
  })

  it('have the parent sign for a child without taking part in its waiver', () => {
    const [all, adult, minor] = actsOf(ana({ minors: [child(1)], bookingId: 7 }), kinds, terms)
    expect([all?.signer.relation, all?.signer.is_participant, all?.minors.length, all?.booking_id]).toEqual(['parent', true, 1, 7])
    expect([adult?.signer.relation, adult?.minors]).toEqual(['self', []])
    expect([minor?.signer.is_participant, minor?.booking_id]).toEqual([false, undefined])
  })

  it('say with whom a signer on a tablet travels, where no link does', () => {
    const party = (more: object) => actsOf(ana(), [template()], { ...terms, ...more })[0]?.party_booking_id
    expect([party({ hash: null, party: 9 }), party({ hash: 'abc', party: 9 }), party({ hash: null })]).toEqual([9, undefined, undefined])
  })

  it('send either the drawing or the typed name', () => {
    const [drawn] = actsOf(ana({ typedName: 'Ana' }), [template()], terms)
    const [typed] = actsOf(ana({ typedName: 'Ana Ruiz', isTyped: true }), [template()], terms)
    expect([drawn?.signature_png_base64, drawn?.typed_name]).toEqual(['aGk=', ''])
    expect([typed?.signature_png_base64, typed?.typed_name]).toEqual([null, 'Ana Ruiz'])
  })
})

describe('what is left on a trip', () => {
  const required = [
    { template: template(), guests: [guest(1, { state: 'signed' }), guest(2)] },
    { template: template({ id: 2 }), guests: [guest(2)] },
    { template: template({ id: 3 }), guests: [guest(1, { state: 'marked_signed' })] },
  ]

  it('is what somebody has not signed', () => {
    expect(openTemplates(required).map(({ id }) => id)).toEqual([1, 2])
    expect(openGuests(required).map(({ booking_id }) => booking_id)).toEqual([2])
  })

  it('is chosen by whoever walks up, unless there is one only', () => {
    expect(templatesFor(portal({ required }), 'abc', []).map(({ id }) => id)).toEqual([1, 2])
    expect(templatesFor(portal(), null, []).map(({ id }) => id)).toEqual([1])
    const both = portal({ templates: [template(), template({ id: 2 })] })
    expect(templatesFor(both, null, [])).toEqual([])
    expect(templatesFor(both, null, [2]).map(({ id }) => id)).toEqual([2])
  })
})
