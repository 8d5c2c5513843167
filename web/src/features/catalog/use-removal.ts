import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'

type Named = { id: number; name: string }
type Props = {
  /** The beginning of the queries' keys that hold the rows. */
  queryKey: readonly string[]
  archive: (id: number) => Promise<unknown>
  restore: (id: number) => Promise<unknown>
  /** Why a row that is in use has to stay. */
  inUse?: string
}

/** Takes rows out of use with undo, and brings them back. */
export function useRemoval({ queryKey, archive, restore, inUse }: Props) {
  const t = useTranslations('experience')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const refresh = () => void queries.invalidateQueries({ queryKey })
  const onError = (error: Error) =>
    toast.error(error instanceof ApiError && error.code.endsWith('in_use') && inUse ? inUse : errorText(error))
  const back = useMutation({ mutationFn: ({ id }: Named) => restore(id), onSuccess: refresh, onError })
  const away = useMutation({
    mutationFn: ({ id }: Named) => archive(id),
    onSuccess: (_answer, row) => {
      refresh()
      toast(t('archived', { name: row.name }), { action: { label: common('undo'), onClick: () => back.mutate(row) } })
    },
    onError,
  })
  return { remove: away.mutate, restore: back.mutate, isRestoring: back.isPending }
}

export type Removal = ReturnType<typeof useRemoval>
