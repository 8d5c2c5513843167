/** The parts of the editor, in the order an operator thinks of them. */
export const parts = [
  'basics',
  'guests',
  'texts',
  'images',
  'rates',
  'payment',
  'addons',
  'resources',
  'fields',
  'waivers',
] as const

export type Part = (typeof parts)[number]

/** The part an address names; the first when it names none, or one that is not there. */
export const partOf = (name: string | undefined): Part => parts.find((part) => part === name) ?? 'basics'
