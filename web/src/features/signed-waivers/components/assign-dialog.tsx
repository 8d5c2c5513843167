'use client'
import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SearchField } from '@/components/ui/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { dayQuery, type WaiverRow } from '../api'
import { guestsOf, matches, ranked, type Guest } from '../model'
import { useAssign } from '../use-assign'

type Props = { row: WaiverRow; day: string; onClose: () => void }

/** Whose waiver it is: the guests of the day, the closest names first; one press says it. */
export function AssignDialog({ row, day, onClose }: Props) {
  const t = useTranslations('waivers')
  const common = useTranslations('common')
  const format = useFormat()
  const [text, setText] = useState('')
  const { data, error, refetch } = useQuery(dayQuery(day))
  const assign = useAssign(row, onClose)
  const found = data && ranked(guestsOf(data), row.name).filter(({ guest }) => matches(guest, text))
  return (
    <Dialog
      title={t('assignTitle', { name: row.name })}
      isOpen
      onClose={onClose}
      size="lg"
      isDismissable={!assign.isPending}
      footer={<Button onPress={onClose}>{common('cancel')}</Button>}
    >
      <div className="space-y-4">
        <p className="text-soft">{t('assignText', { template: row.template.name, day: format.day(day, 'medium') })}</p>
        <SearchField label={t('findGuest')} value={text} onChange={setText} autoFocus />
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton className="h-56" />}
        {found?.length === 0 && (
          <EmptyState icon={<UserSearch aria-hidden className="size-6" />} title={t(text ? 'noGuest' : 'noGuests')} />
        )}
        {found && found.length > 0 && (
          <Guests
            found={found}
            assigning={assign.isPending ? assign.variables.id : null}
            onAssign={(guest) => assign.isPending || assign.mutate(guest)}
          />
        )}
      </div>
    </Dialog>
  )
}

type GuestsProps = {
  found: ReturnType<typeof ranked>
  assigning: number | null
  onAssign: (guest: Guest) => void
}

function Guests({ found, assigning, onAssign }: GuestsProps) {
  const t = useTranslations('waivers')
  return (
    <ul aria-label={t('guests')} className="divide-y rounded-md border">
      {found.map(({ guest, isClose }) => (
        <GuestLine
          key={guest.id}
          guest={guest}
          isClose={isClose}
          isPending={assigning === guest.id}
          onAssign={() => onAssign(guest)}
        />
      ))}
    </ul>
  )
}

type LineProps = { guest: Guest; isClose: boolean; isPending: boolean; onAssign: () => void }

function GuestLine({ guest, isClose, isPending, onAssign }: LineProps) {
  const t = useTranslations('waivers')
  const format = useFormat()
  const name = guest.name || t('unnamed', { ticket: guest.ticket })
  const facts = [`${format.time(guest.time)} ${isolate(guest.experience)}`, guest.name && guest.ticket, guest.contact]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:flex-nowrap">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium">{name}</bdi>
          {isClose && <Badge tone="accent">{t('closeName')}</Badge>}
          {guest.isMissing && <Badge tone="warn">{t('stillToSign')}</Badge>}
        </p>
        <p className="text-sm text-faint">
          {facts.filter(Boolean).join(' · ')} · <span className="font-mono">{guest.code}</span>
        </p>
      </div>
      <Button
        size="sm"
        look={isClose ? 'primary' : 'secondary'}
        onPress={onAssign}
        isPending={isPending}
        aria-label={t('assignTo', { who: name })}
        className="shrink-0 max-sm:w-full"
      >
        {t('assign')}
      </Button>
    </li>
  )
}
