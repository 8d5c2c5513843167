'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Copy, EllipsisVertical, Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExperienceRow } from '@/api/models'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { experiencesQuery, saveExperience } from '../api'

const CloneDialog = late(() => import('@/features/experience/components/clone-dialog').then((file) => file.CloneDialog))

type Props = { experience: ExperienceRow }

/** What else can be done with an experience of the list. */
export function RowMenu({ experience }: Props) {
  const t = useTranslations('experience')
  const [isCloning, setCloning] = useState(false)
  const entries = useEntries(experience, () => setCloning(true))
  const label = t('moreFor', { name: experience.name })
  return (
    <div className="relative self-start sm:self-center">
      <Menu label={label} entries={entries}>
        <IconButton label={label}>
          <EllipsisVertical aria-hidden className="size-5" />
        </IconButton>
      </Menu>
      {isCloning && <CloneDialog experience={experience} onClose={() => setCloning(false)} />}
    </div>
  )
}

function useEntries(experience: ExperienceRow, onClone: () => void): MenuEntry[] {
  const t = useTranslations('experience')
  const go = useGo()
  const setStatus = useStatus(experience)
  const isArchived = experience.status.slug === 'archived'
  return [
    {
      id: 'summary',
      label: t('page_summary'),
      icon: <Eye aria-hidden className="size-4" />,
      onAction: () => go('experienceSummary', { experience: String(experience.id) }),
    },
    {
      id: 'clone',
      label: t('clone'),
      icon: <Copy aria-hidden className="size-4" />,
      onAction: onClone,
    },
    isArchived
      ? {
          id: 'restore',
          label: t('restore'),
          icon: <ArchiveRestore aria-hidden className="size-4" />,
          onAction: () => setStatus('draft'),
        }
      : {
          id: 'archive',
          label: t('archive'),
          icon: <Archive aria-hidden className="size-4" />,
          isAfterLine: true,
          onAction: () => setStatus('archived'),
        },
  ]
}

type Status = 'draft' | 'live' | 'hidden' | 'archived'

/** Archives with undo, or takes out of the archive. */
function useStatus({ id, name, duration_minutes, status, version }: ExperienceRow) {
  const t = useTranslations('experience')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const change = useMutation({
    mutationFn: (next: { status: Status; version: number }) => saveExperience({ id, name, duration_minutes, ...next }),
    onSettled: () => queries.invalidateQueries({ queryKey: experiencesQuery.queryKey }),
    onError: (error) => toast.error(errorText(error)),
  })
  return (next: Status) =>
    change.mutate(
      { status: next, version },
      {
        onSuccess: (saved) => {
          if (next !== 'archived') return
          const back = { status: status.slug as Status, version: saved.version }
          toast(t('archived', { name }), {
            action: { label: common('undo'), onClick: () => change.mutate(back) },
          })
        },
      },
    )
}
