/** The lists of the catalogue that experiences share, as addresses name them. */
export const lists = ['products', 'categories', 'guests', 'seasons', 'terms', 'choices', 'offers'] as const

export type List = (typeof lists)[number]

/** The list an address names; the first when it names none, or one that is not there. */
export const listOf = (name: string | undefined): List => lists.find((one) => one === name) ?? 'products'
