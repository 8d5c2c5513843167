import { queryOptions } from '@tanstack/react-query'
import type { components } from '@/api/schema'
import { post, read } from './send'
import type { Change, Trip } from './types'

/** A request for money that was handed out as an address. */
export type PayLink = components['schemas']['PaymentLinkRowOut']

const states = ['open', 'paid', 'expired', 'void'] as const
export type LinkState = (typeof states)[number]

/** How it stands; what a newer server may say besides counts as over. */
export const stateOfLink = ({ state }: Pick<PayLink, 'state'>): LinkState =>
  states.find((one) => one === state) ?? 'void'

const modes = ['balance', 'deposit', 'tab', 'custom'] as const

/** What it asks for, as somebody at a desk thinks of it. */
export const modeOf = ({ amount_mode }: Pick<PayLink, 'amount_mode'>) =>
  amount_mode === 'due' ? 'deposit' : (modes.find((one) => one === amount_mode) ?? 'custom')

/** What it comes to: what is asked for now, or what was when it was handed out. */
export const worthOf = (link: Pick<PayLink, 'state' | 'amount' | 'sent_amount'>) =>
  stateOfLink(link) === 'open' ? link.amount : link.sent_amount

/** Links that still stand, and those that are over; the newest first. */
export function standing(links: readonly PayLink[]): { open: PayLink[]; over: PayLink[] } {
  const isOpen = (link: PayLink) => stateOfLink(link) === 'open'
  return { open: links.filter(isOpen), over: links.filter((link) => !isOpen(link)) }
}

/** The payment links of a trip; how they stand changes with it. */
export const linksQuery = (trip: number, version: number) =>
  queryOptions({
    queryKey: ['payment-links', trip, version],
    queryFn: async () => (await read<{ data: PayLink[] }>('/api/trip/{trip}/paymentLinks/get', { trip })).data,
    staleTime: 10_000,
    placeholderData: (before: PayLink[] | undefined) => before,
  })

/** Do something with a link of a trip; the calls say nothing of the trip, so it is read again. */
const withLink = (deed: 'send' | 'revoke', trip: string, paymentLink: number): Change['send'] => {
  return async () => {
    await post(`/api/trip/{trip}/paymentLink/{paymentLink}/${deed}`, { trip, paymentLink }, {})
    return { trip: await read<Trip>('/api/trip/{trip}/get', { trip }), warnings: [] }
  }
}

export const sendLink = (trip: string, link: number) => withLink('send', trip, link)

export const revokeLink = (trip: string, link: number) => withLink('revoke', trip, link)
