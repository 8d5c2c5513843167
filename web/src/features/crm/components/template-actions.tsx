'use client'
import { Archive, ArchiveRestore, Copy, Ellipsis, RotateCcw, Send, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Menu } from '@/components/ui/menu'
import { late } from '@/lib/late'
import type { TemplateFull } from '../types'
import { useTemplateDeeds } from '../use-template-deeds'
import type { ChosenTrip } from './trip-choice'

const TestDialog = late(() => import('./test-dialog').then((file) => file.TestDialog))

type Props = { template: TemplateFull; main: string; shown: string; trip: ChosenTrip | null | undefined }

/** What can be done with a whole template. */
export function TemplateActions({ template, main, shown, trip }: Props) {
  const t = useTranslations('templateEditor')
  const [open, setOpen] = useState<'test' | 'reset' | null>(null)
  const deeds = useTemplateDeeds(template, main)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onPress={() => setOpen('test')}>
        <Send aria-hidden className="size-4" />
        {t('test')}
      </Button>
      <More template={template} deeds={deeds} onReset={() => setOpen('reset')} />
      {open === 'test' && <TestDialog {...{ template, main, shown, trip }} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        title={t('resetTitle')}
        isOpen={open === 'reset'}
        onClose={() => setOpen(null)}
        onConfirm={() => deeds.reset.mutate(undefined, { onSuccess: () => setOpen(null) })}
        confirmLabel={t('reset')}
        isPending={deeds.reset.isPending}
      >
        <p>{t('resetText')}</p>
      </ConfirmDialog>
    </div>
  )
}

type MoreProps = { template: TemplateFull; deeds: ReturnType<typeof useTemplateDeeds>; onReset: () => void }

function More({ template, deeds, onReset }: MoreProps) {
  const t = useTranslations('templateEditor')
  const isChanged = template.is_system && template.version > 0
  const icon = (Icon: LucideIcon) => <Icon aria-hidden className="size-4" />
  const clone = { id: 'clone', label: t('clone'), icon: icon(Copy), onAction: () => deeds.clone.mutate() }
  const reset = { id: 'reset', label: t('reset'), icon: icon(RotateCcw), onAction: onReset }
  const archive = {
    id: 'archive',
    label: t('archive'),
    icon: icon(Archive),
    isDanger: true,
    onAction: () => deeds.archive.mutate(),
  }
  const unarchive = {
    id: 'unarchive',
    label: t('unarchive'),
    icon: icon(ArchiveRestore),
    onAction: () => deeds.activate.mutate(),
  }
  const last = template.is_archived ? unarchive : archive
  const entries = [clone, ...(isChanged ? [reset] : []), ...(template.is_system ? [] : [last])]
  return (
    <Menu label={t('more')} entries={entries}>
      <IconButton label={t('more')}>
        <Ellipsis aria-hidden className="size-5" />
      </IconButton>
    </Menu>
  )
}
