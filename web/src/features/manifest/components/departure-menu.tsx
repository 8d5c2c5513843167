'use client'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Scope } from '@/components/mass-cancel/types'
import { IconButton } from '@/components/ui/button'
import { lateMenu } from '@/components/ui/menu'
import { isolate } from '@/lib/isolate'
import { late } from '@/lib/late'
import type { Departure } from '../model'
import type { Day } from '../types'
import type { Deed } from '../use-check-in'

const BoardingDialog = late(() => import('./boarding-dialog').then((file) => file.BoardingDialog))
const NoteDialog = late(() => import('./note-dialog').then((file) => file.NoteDialog))
const WriteDialog = late(() => import('@/components/write-all/write-dialog').then((file) => file.WriteDialog))
const EntriesMenu = lateMenu(() => import('./departure-entries').then((file) => file.DepartureEntries))

type Props = {
  departure: Departure
  statuses: Day['bookingStatuses']
  onChange: (deed: Deed) => void
  onCancel: (scope: Scope) => void
}

/** What is done with a departure as a whole. */
export function DepartureMenu(props: Props) {
  const t = useTranslations('manifest')
  const { departure } = props
  const [isNoting, setNoting] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const [isCalling, setCalling] = useState(false)
  const label = t('moreOf', { what: `${departure.start_time} ${isolate(departure.experience.name)}` })
  return (
    <div className="-my-1 print:hidden">
      <EntriesMenu
        label={label}
        of={{
          ...props,
          onNote: () => setNoting(true),
          onWrite: () => setWriting(true),
          onCall: () => setCalling(true),
        }}
      >
        <IconButton label={label}>
          <Ellipsis aria-hidden className="size-5" />
        </IconButton>
      </EntriesMenu>
      {isWriting && (
        <WriteDialog
          scope={{
            timeslot: departure.id,
            date: departure.date,
            time: departure.start_time,
            experience: departure.experience,
          }}
          onClose={() => setWriting(false)}
        />
      )}
      {isCalling && <BoardingDialog departure={departure} onClose={() => setCalling(false)} />}
      {isNoting && <NoteDialog departure={departure} onClose={() => setNoting(false)} />}
    </div>
  )
}
