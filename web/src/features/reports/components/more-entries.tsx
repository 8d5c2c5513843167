'use client'
import { useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing, Copy, Link2, Printer, Trash2, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomReport } from '@/api/report-models'
import type { MenuEntry, OpenMenu } from '@/components/ui/menu-types'
import { MenuWindow } from '@/components/ui/menu-window'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { cloneReport, savedQuery, stateOf, subscribe } from '../saved'
import type { ReportState } from '../state'

export type MoreProps = {
  saved: CustomReport | undefined
  state: ReportState
  show: (next: ReportState | null) => void
  onRemove: () => void
}

/** What else can be done with a report: print it, hand it on, and what a saved one allows. */
export function MoreEntries({ saved, state, show, onRemove, ...menu }: MoreProps & OpenMenu) {
  const t = useTranslations('reports')
  const deeds = useDeeds({ state, show })
  const ofSaved = useSavedEntries(saved, deeds, onRemove)
  const entries: MenuEntry[] = [
    { id: 'link', label: t('copyAddress'), icon: <Link2 aria-hidden className="size-4" />, onAction: deeds.copy },
    {
      id: 'print',
      label: t('print'),
      icon: <Printer aria-hidden className="size-4" />,
      onAction: () => window.print(),
    },
    ...ofSaved,
  ]
  return <MenuWindow {...menu} entries={entries} />
}

/** What a saved report allows: a copy, one's own mails, its end. */
function useSavedEntries(saved: CustomReport | undefined, deeds: ReturnType<typeof useDeeds>, onRemove: () => void) {
  const t = useTranslations('reports')
  if (!saved) return []
  const entry = (id: string, label: string, Icon: LucideIcon, onAction: () => void, more: Partial<MenuEntry> = {}) => ({
    id,
    label,
    icon: <Icon aria-hidden className="size-4" />,
    onAction,
    ...more,
  })
  const found: MenuEntry[] = [entry('clone', t('clone'), Copy, () => deeds.clone(saved), { isAfterLine: true })]
  if (saved.schedule && saved.is_subscribed)
    found.push(entry('stop', t('mailStop'), BellOff, () => deeds.subscribe(saved, false)))
  else if (saved.schedule && saved.recipients.some((one) => one.is_unsubscribed))
    found.push(entry('again', t('mailAgain'), BellRing, () => deeds.subscribe(saved, true)))
  if (saved.is_editable) found.push(entry('remove', t('remove'), Trash2, onRemove, { isDanger: true }))
  return found
}

function useDeeds({ state, show }: Pick<MoreProps, 'state' | 'show'>) {
  const t = useTranslations('reports')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const attempt = async (deed: () => Promise<void>) => {
    try {
      await deed()
      await queries.invalidateQueries({ queryKey: savedQuery.queryKey })
    } catch (problem) {
      toast.error(errorText(problem))
    }
  }
  return {
    copy: () =>
      void navigator.clipboard.writeText(window.location.href).then(
        () => toast.success(t('addressCopied')),
        () => toast(t('addressIs'), { description: window.location.href }),
      ),
    clone: (report: CustomReport) =>
      void attempt(async () => {
        const made = await cloneReport(report.id)
        await queries.invalidateQueries({ queryKey: savedQuery.queryKey })
        show(stateOf(made) ?? state)
        toast.success(t('cloned', { name: made.name }))
      }),
    subscribe: (report: CustomReport, isSubscribed: boolean) =>
      void attempt(async () => {
        await subscribe(report.id, isSubscribed)
        toast.success(isSubscribed ? t('mailedAgain') : t('mailStopped'))
      }),
  }
}
