'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GuideConflict, GuideLoad } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { assignCrew, suggestionsQuery, useRenewGuides } from './api'
import { CrewRow } from './crew-row'
import { conflictsOf, crewOf, isSameCrew, toggled, type Crew, type Role } from './model'
import { useConflictWords } from './use-conflict-words'

type Props = {
  timeslot: number
  /** "Kayak tour, Fri 21 Nov, 09:00" */
  title: string
  onClose: () => void
}

/**
 * Who guides a departure: everybody by how well they fit, with what speaks against them.
 *
 * A conflict warns and may be accepted. The page has the words of "guides".
 */
export function CrewDialog({ timeslot, title, onClose }: Props) {
  const { data, error, refetch } = useQuery(suggestionsQuery(timeslot))
  if (data) return <Chooser key={timeslot} {...{ timeslot, title, onClose }} guides={data} />
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-48" />}
    </Dialog>
  )
}

function Chooser({ timeslot, title, guides, onClose }: Props & { guides: GuideLoad[] }) {
  const t = useTranslations('guides')
  const common = useTranslations('common')
  // The crew stays as it was opened, also when the list is renewed behind the dialog.
  const [before] = useState(() => crewOf(guides))
  const [crew, setCrew] = useState(before)
  const [against, setAgainst] = useState<GuideConflict[] | null>(null)
  const save = useSave(timeslot, { onConflict: setAgainst, onClose })
  const change = (next: Crew) => {
    setCrew(next)
    setAgainst(null)
  }
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button
        look="primary"
        isPending={save.isPending}
        isDisabled={isSameCrew(before, crew)}
        onPress={() => save.mutate({ crew, force: against !== null })}
      >
        {against ? t('assignAnyway') : common('save')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} footer={footer} isDismissable={!save.isPending}>
      <div className="space-y-4">
        {guides.length === 0 && <p className="py-6 text-center text-soft">{t('nobody')}</p>}
        <Rows guides={guides} crew={crew} onChange={change} />
        {against && <Against conflicts={against} />}
      </div>
    </Dialog>
  )
}

type RowsProps = { guides: GuideLoad[]; crew: Crew; onChange: (crew: Crew) => void }

function Rows({ guides, crew, onChange }: RowsProps) {
  const t = useTranslations('guides')
  const setRole = (id: number, role: Role) => onChange(crew.map((one) => (one.id === id ? { id, role } : one)))
  return (
    <ul aria-label={t('title')} className="divide-y">
      {guides.map((guide) => (
        <CrewRow
          key={guide.id}
          guide={guide}
          role={crew.find((one) => one.id === guide.id)?.role ?? null}
          onToggle={() => onChange(toggled(crew, guide.id))}
          onRole={(role) => setRole(guide.id, role)}
        />
      ))}
    </ul>
  )
}

function Against({ conflicts }: { conflicts: GuideConflict[] }) {
  const t = useTranslations('guides')
  const words = useConflictWords()
  return (
    <Notice tone="warn">
      <p className="font-semibold">{t('againstTitle')}</p>
      <ul className="mt-1 list-disc ps-4">
        {conflicts.map((one, index) => (
          <li key={index}>
            {one.guide_name}: {words(one)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type Ways = { onConflict: (conflicts: GuideConflict[]) => void; onClose: () => void }

function useSave(timeslot: number, { onConflict, onClose }: Ways) {
  const t = useTranslations('guides')
  const errorText = useErrorText()
  const renew = useRenewGuides()
  return useMutation({
    mutationFn: ({ crew, force }: { crew: Crew; force: boolean }) => assignCrew(timeslot, crew, force),
    onSuccess: () => {
      toast.success(t('crewSaved'))
      onClose()
      return renew()
    },
    onError: (error) => {
      const conflicts = conflictsOf(error)
      if (conflicts) onConflict(conflicts)
      else toast.error(errorText(error))
    },
  })
}
