'use client'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { lateMenu } from '@/components/ui/menu'
import { late } from '@/lib/late'
import { unsignedIdsOf } from '../model'
import type { Day, Order } from '../types'
import type { Deed } from '../use-check-in'

const GuestsDialog = late(() => import('./guests-dialog').then((file) => file.GuestsDialog))
const TabletDialog = late(() => import('@/components/waivers/tablet-dialog').then((file) => file.TabletDialog))
const EntriesMenu = lateMenu(() => import('./order-entries').then((file) => file.OrderEntries))

type Props = { order: Order; name: string; statuses: Day['bookingStatuses']; onChange: (deed: Deed) => void }

/** The rarer things to do with an order: open it, call, write, mark who did not come. */
export function OrderMenu(props: Props) {
  const t = useTranslations('manifest')
  const [open, setOpen] = useState<'guests' | 'tablet' | null>(null)
  const close = () => setOpen(null)
  const label = t('more', { who: props.name })
  return (
    <>
      <EntriesMenu
        label={label}
        of={{ ...props, onGuests: () => setOpen('guests'), onTablet: () => setOpen('tablet') }}
      >
        <IconButton label={label} className="print:hidden">
          <Ellipsis aria-hidden className="size-5" />
        </IconButton>
      </EntriesMenu>
      {open === 'guests' && <GuestsDialog {...props} onClose={close} />}
      {open === 'tablet' && <TabletDialog bookings={unsignedIdsOf(props.order)} who={props.name} onClose={close} />}
    </>
  )
}
