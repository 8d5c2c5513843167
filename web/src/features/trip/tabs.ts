/** The parts of a trip, as addresses and small screens have them; wide screens show all at once. */
export const tripTabs = ['guests', 'payments', 'history'] as const

export type TripTab = (typeof tripTabs)[number]

export function tabOf(text: string | undefined): TripTab {
  return tripTabs.find((one) => one === text) ?? 'guests'
}
