'use client'
import type { TimelineRow } from '@/api/models'
import { BlackoutsCard } from '@/components/blackouts/blackouts-card'
import { Drawer } from '@/components/ui/drawer'

/** When one resource must not be used, beside the timeline. */
export function BlackoutsDrawer({ row, onClose }: { row: TimelineRow; onClose: () => void }) {
  return (
    <Drawer title={row.name} isOpen onClose={onClose}>
      <BlackoutsCard kind="resource" id={row.id} />
    </Drawer>
  )
}
