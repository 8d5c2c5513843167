'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { addonsQuery, archivedAddonsQuery, restoreAddon } from '../addons-api'
import { useRefreshExperience } from '../api'
import { RemovedList } from './removed-list'

/** The add-ons that are offered no longer; each can come back. */
export function ArchivedAddons({ experience }: { experience: number }) {
  const t = useTranslations('experience')
  const queries = useQueryClient()
  const refresh = useRefreshExperience(experience)
  const errorText = useErrorText()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...archivedAddonsQuery(experience), enabled: isOpen })
  const restore = useMutation({
    mutationFn: (addon: number) => restoreAddon(experience, addon),
    onSuccess: (now) => {
      queries.setQueryData(addonsQuery(experience).queryKey, now)
      void queries.invalidateQueries({ queryKey: archivedAddonsQuery(experience).queryKey })
      refresh()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <RemovedList title={t('removedAddons')} onOpen={setOpen} rows={isOpen ? data?.addons : undefined}>
      {(addon) => (
        <>
          <span className="min-w-0 grow font-medium">{addon.name}</span>
          <Button size="sm" isPending={restore.isPending} onPress={() => restore.mutate(addon.id)}>
            {t('bringBack')}
            <span className="sr-only">{addon.name}</span>
          </Button>
        </>
      )}
    </RemovedList>
  )
}
