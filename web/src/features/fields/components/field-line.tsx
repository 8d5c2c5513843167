'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomField } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { archiveField, restoreField } from '../api'
import { useNames } from './use-names'

type Props = { field: CustomField; onOpen: () => void }

/** One question: what it is, when it is asked; what it says opens it. */
export function FieldLine({ field, onOpen }: Props) {
  const t = useTranslations('fields')
  const names = useNames()
  const archive = useArchive()
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        onClick={onOpen}
        className="min-h-11 min-w-0 grow rounded-md px-2 py-1 text-start hover:bg-sunken"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{field.label}</span>
          {field.is_required && <Badge tone="accent">{t('required')}</Badge>}
          {field.is_health && <Badge tone="warn">{t('health')}</Badge>}
        </span>
        <span className="block text-sm text-faint">
          {names.kind(field.kind)} · {names.scope(field.scope)} · {names.moment(field.ask_when)} ·{' '}
          {t('usedBy', { count: field.experience_cnt })}
        </span>
      </button>
      <IconButton label={t('archive', { name: field.label })} onPress={() => archive(field)}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function useArchive() {
  const t = useTranslations('fields')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const settled = {
    onSettled: () => queries.invalidateQueries({ queryKey: ['setup', 'customFields'] }),
    onError: (error: Error) => toast.error(errorText(error)),
  }
  const restore = useMutation({ mutationFn: restoreField, ...settled })
  const archive = useMutation({ mutationFn: archiveField, ...settled })
  return (field: CustomField) =>
    archive.mutate(field.id, {
      onSuccess: () =>
        toast(t('archived', { name: field.label }), {
          action: { label: common('undo'), onClick: () => restore.mutate(field.id) },
        }),
    })
}
