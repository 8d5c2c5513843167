/** What a kind of guest is, as reports and channels understand it. */
export const kinds = [
  'adult',
  'youth',
  'child',
  'infant',
  'senior',
  'student',
  'military',
  'family',
  'unit',
  'other',
] as const

export type Kind = (typeof kinds)[number]

export const kindOf = (slug: string): Kind => kinds.find((one) => one === slug) ?? 'other'
