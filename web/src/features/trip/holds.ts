import type { Hold, Trip } from './types'

const DAY = 24 * 3600_000

/** Amounts that are still set aside: neither taken nor let go. */
export const holdsOf = (trip: Trip): Hold[] => trip.paymentHolds.filter(({ status }) => status === 'authorized')

export const findHold = (trip: Trip, id: number): Hold | null => trip.paymentHolds.find((one) => one.id === id) ?? null

/** Whether somebody has to decide about it today. */
export const isEndingSoon = ({ capture_before }: Hold, now: Date) =>
  capture_before !== null && new Date(capture_before).getTime() - now.getTime() < DAY
