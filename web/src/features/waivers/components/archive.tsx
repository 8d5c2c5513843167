'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { WaiverTemplate } from '@/api/models'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { archiveTemplate, restoreTemplate, templatesQuery } from '../api'

/** Ask for the waiver no longer, with Undo; what was signed stays. */
export function Archive({ template }: { template: WaiverTemplate }) {
  const t = useTranslations('waiverTemplates')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const go = useGo()
  const refresh = {
    onError: (error: Error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  }
  const restore = useMutation({ mutationFn: () => restoreTemplate(template.id), ...refresh })
  const archive = useMutation({ mutationFn: () => archiveTemplate(template.id), ...refresh })
  const leave = () => {
    toast(t('archived', { name: template.name }), {
      action: { label: common('undo'), onClick: () => restore.mutate() },
    })
    go('waiverTemplates', {})
  }
  return (
    <Button look="danger" onPress={() => archive.mutate(undefined, { onSuccess: leave })} isPending={archive.isPending}>
      {t('archive')}
    </Button>
  )
}
