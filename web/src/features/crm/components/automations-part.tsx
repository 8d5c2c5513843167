'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { automationsQuery } from '../crm-api'
import { triggers, type Trigger } from '../offsets'
import type { Automation } from '../types'
import { AutomationList } from './automation-list'

const AutomationDialog = late(() => import('./automation-dialog').then((file) => file.AutomationDialog))

export type Edited = { trigger: Trigger; automation?: Automation }

/** Everything that goes out automatically, from the cart to the review. */
export function AutomationsPart() {
  const { data, error, refetch } = useQuery(automationsQuery())
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-96 rounded-xl" />
  return <Automations {...data} />
}

function Automations({ automations, canText }: { automations: Automation[]; canText: boolean }) {
  const t = useTranslations('crm')
  const [edited, edit] = useState<Edited | null>(null)
  return (
    <div className="max-w-4xl space-y-6">
      {!canText && <NoTexts />}
      <p className="text-sm text-soft text-pretty">{t('orderHint')}</p>
      {triggers.map((trigger) => (
        <Group
          key={trigger}
          trigger={trigger}
          automations={automations.filter((one) => one.trigger === trigger)}
          onEdit={edit}
        />
      ))}
      {edited && <AutomationDialog {...edited} onClose={() => edit(null)} />}
    </div>
  )
}

/** Says why texts do not go out, and where that is changed. */
function NoTexts() {
  const t = useTranslations('crm')
  return (
    <Notice tone="info">
      {t('noTexts')}{' '}
      <AppLink to="plugins" params={{}} className="font-medium underline underline-offset-2">
        {t('toPlugins')}
      </AppLink>
    </Notice>
  )
}

type GroupProps = { trigger: Trigger; automations: Automation[]; onEdit: (edited: Edited) => void }

function Group({ trigger, automations, onEdit }: GroupProps) {
  const t = useTranslations('crm')
  return (
    <section aria-label={t(`trigger_${trigger}`)} className="rounded-xl border bg-surface">
      <header className="flex min-h-12 items-center justify-between gap-x-4 border-b px-4 py-1.5 sm:px-5">
        <div className="min-w-0 py-1">
          <h2 className="font-semibold">{t(`trigger_${trigger}`)}</h2>
          <p className="text-sm text-faint text-pretty">{t(`about_${trigger}`)}</p>
        </div>
        <Button
          size="sm"
          aria-label={t('addTo', { trigger: t(`trigger_${trigger}`) })}
          onPress={() => onEdit({ trigger })}
        >
          <Plus aria-hidden className="size-4" />
          {t('add')}
        </Button>
      </header>
      {automations.length === 0 && <p className="px-4 py-4 text-sm text-soft sm:px-5">{t('noneOf')}</p>}
      <AutomationList
        trigger={trigger}
        automations={automations}
        onEdit={(automation) => onEdit({ trigger, automation })}
      />
    </section>
  )
}
