/** The parts of a customer, as addresses have them. */
export const customerTabs = ['overview', 'trips', 'bookings', 'messages', 'cards', 'history', 'duplicates'] as const

export type CustomerTab = (typeof customerTabs)[number]

export function tabOf(text: string | undefined): CustomerTab {
  return customerTabs.find((one) => one === text) ?? 'overview'
}
