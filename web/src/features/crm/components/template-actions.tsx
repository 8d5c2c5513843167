'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Copy, Ellipsis, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Menu } from '@/components/ui/menu'
import { useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { activateTemplate, archiveTemplate, cloneTemplate, resetTemplate, templateQuery, templatesQuery } from '../api'
import type { TemplateFull } from '../types'
import { formOf, type TemplateValues } from '../values'
import type { ChosenTrip } from './trip-choice'

const TestDialog = late(() => import('./test-dialog').then((file) => file.TestDialog))

type Props = { template: TemplateFull; main: string; shown: string; trip: ChosenTrip | null | undefined }

/** What can be done with a whole template. */
export function TemplateActions({ template, main, shown, trip }: Props) {
  const t = useTranslations('templateEditor')
  const [open, setOpen] = useState<'test' | 'reset' | null>(null)
  const { clone, archive, activate, reset } = useDeeds(template, main)
  const isChanged = template.is_system && template.version > 0
  const entries = [
    { id: 'clone', label: t('clone'), icon: <Copy aria-hidden className="size-4" />, onAction: () => clone.mutate() },
    ...(isChanged
      ? [
          {
            id: 'reset',
            label: t('reset'),
            icon: <RotateCcw aria-hidden className="size-4" />,
            onAction: () => setOpen('reset'),
          },
        ]
      : []),
    ...(template.is_system
      ? []
      : [
          template.is_archived
            ? {
                id: 'activate',
                label: t('unarchive'),
                icon: <ArchiveRestore aria-hidden className="size-4" />,
                onAction: () => activate.mutate(),
              }
            : {
                id: 'archive',
                label: t('archive'),
                icon: <Archive aria-hidden className="size-4" />,
                isDanger: true,
                onAction: () => archive.mutate(),
              },
        ]),
  ]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onPress={() => setOpen('test')}>
        <Send aria-hidden className="size-4" />
        {t('test')}
      </Button>
      <Menu label={t('more')} entries={entries}>
        <IconButton label={t('more')}>
          <Ellipsis aria-hidden className="size-5" />
        </IconButton>
      </Menu>
      {open === 'test' && <TestDialog {...{ template, main, shown, trip }} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        title={t('resetTitle')}
        isOpen={open === 'reset'}
        onClose={() => setOpen(null)}
        onConfirm={() => reset.mutate(undefined, { onSuccess: () => setOpen(null) })}
        confirmLabel={t('reset')}
        isPending={reset.isPending}
      >
        <p>{t('resetText')}</p>
      </ConfirmDialog>
    </div>
  )
}

function useDeeds(template: TemplateFull, main: string) {
  const t = useTranslations('templateEditor')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const go = useGo()
  const form = useFormContext<TemplateValues>()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: templateQuery(template.id).queryKey }),
      queries.invalidateQueries({ queryKey: templatesQuery.queryKey }),
    ])
  const onError = (error: Error) => void toast.error(errorText(error))
  const activate = useMutation({ mutationFn: () => activateTemplate(template.id), onError, onSuccess: refresh })
  const archive = useMutation({
    mutationFn: () => archiveTemplate(template.id),
    onError,
    onSuccess: () => {
      void refresh()
      toast(t('archived', { name: template.name }), {
        action: { label: common('undo'), onClick: () => activate.mutate() },
      })
      go('crmSettings', { tab: 'templates' })
    },
  })
  const clone = useMutation({
    mutationFn: () => cloneTemplate(template.id),
    onError,
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: templatesQuery.queryKey })
      toast.success(t(form.formState.isDirty ? 'clonedSaved' : 'cloned'))
      go('templateEdit', { template: String(made.id) })
    },
  })
  const reset = useMutation({
    mutationFn: () => resetTemplate(template.id),
    onError,
    onSuccess: (shipped) => {
      form.reset(formOf(shipped, main))
      void refresh()
    },
  })
  return { clone, archive, activate, reset }
}
