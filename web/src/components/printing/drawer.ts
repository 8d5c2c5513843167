import { api, dataOf } from '@/api/client'
import type { DrawerOpened } from '@/api/device-models'
import { printByQz } from './qz'

/** Open the drawer of one's shift without a sale; the office writes down why. */
export const openDrawer = async (cashShift: number, reason: string) =>
  pulse(
    await dataOf(
      api.POST('/api/cashShift/{cashShift}/openDrawer', { params: { path: { cashShift } }, body: { reason } }),
    ),
  )

/**
 * Open the drawer of whoever took or gave back cash just now, where a printer can.
 *
 * The sale stands, whatever becomes of it: a drawer has a key as well.
 */
export const openDrawerForCash = async () =>
  pulse(await dataOf(api.POST('/api/cashDrawer/openForCash'))).catch(() => undefined)

async function pulse({ data }: DrawerOpened) {
  if (data) await printByQz(data)
}
