'use client'
import { useTranslations } from 'use-intl'
import { send } from './send'
import { useTrip } from './trip-context'
import type { Change } from './types'

/** Changes of single facts of a trip: at once on the screen, each with the way back. */
export function useDetailDeeds() {
  const t = useTranslations('trip')
  const { id, trip, act } = useTrip()
  const at = { trip: id }
  const groupName = (group_name: string): Change => ({
    send: ({ version }) => send('/api/trip/{trip}/groupName/save', at, { group_name, version }),
    guess: (now) => ({ ...now, group_name: group_name || null }),
  })
  const voucher = (reseller_voucher: string): Change => ({
    send: ({ version }) => send('/api/trip/{trip}/setVoucher', at, { reseller_voucher, version }),
    guess: (now) => ({ ...now, reseller_voucher: reseller_voucher || null }),
  })
  const source = (trip_source_id: number): Change => ({
    send: ({ version }) => send('/api/trip/{trip}/source/save', at, { trip_source_id, version }),
  })
  const renewal: Change = {
    send: ({ version }) => send('/api/trip/{trip}/link/renew', at, { version }),
    done: t('portalRenewed'),
  }
  const done = t('saved')
  const was = trip.tripSource?.id
  return {
    setGroupName: (name: string) => act({ ...groupName(name), done, undo: groupName(trip.group_name ?? '') }),
    setVoucher: (text: string) => act({ ...voucher(text), done, undo: voucher(trip.reseller_voucher ?? '') }),
    renewLink: () => act(renewal),
    setSource: (to: number) => {
      if (to !== was) act({ ...source(to), done, undo: was === undefined ? undefined : source(was) })
    },
  }
}
