'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExperienceFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { cx } from '@/components/ui/cx'
import { ExperienceFrame } from '@/features/experience/components/frame'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { automationsQuery } from '../crm-api'
import { useTemplateName } from '../names'
import { inOrder, triggers, type Trigger } from '../offsets'
import { useWhen } from '../span'
import type { Automation } from '../types'
import { AutomationLine, Channels } from './automation-line'
import { AutomationList } from './automation-list'
import type { Edited } from './automations-part'

const AutomationDialog = late(() => import('./automation-dialog').then((file) => file.AutomationDialog))

const pages = {
  experienceCrmBefore: ['balance_due', 'before_start'],
  experienceCrmConfirm: ['draft_idle', 'reserved', 'rebooked', 'order_cancelled'],
  experienceCrmAfter: ['after_end'],
} as const satisfies Record<string, readonly Trigger[]>

/** What guests of one experience get, before, when they book, or after: the general messages and its own. */
export function ExperienceCrmScreen({ page }: { page: keyof typeof pages }) {
  return (
    <ExperienceFrame page={page}>
      {(experience) => <Messages experience={experience} triggers={pages[page]} />}
    </ExperienceFrame>
  )
}

type Props = { experience: ExperienceFull; triggers: readonly Trigger[] }

function Messages({ experience, triggers: shown }: Props) {
  const { data, error, refetch } = useQuery(automationsQuery(experience.id))
  const t = useTranslations('crm')
  const [edited, edit] = useState<Edited | null>(null)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-96 rounded-xl" />
  const { automations } = data
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="space-y-6">
        <p className="text-sm text-soft text-pretty">
          {t('inheritedText')}{' '}
          <AppLink to="crmSettings" params={{}} className="underline underline-offset-2 hover:text-ink">
            {t('toGeneral')}
          </AppLink>
        </p>
        {shown.map((trigger) => (
          <Group
            key={trigger}
            trigger={trigger}
            automations={inOrder(automations.filter((one) => one.trigger === trigger))}
            experience={experience.id}
            onEdit={edit}
          />
        ))}
      </div>
      <Timeline automations={automations} />
      {edited && <AutomationDialog {...edited} experience={experience.id} onClose={() => edit(null)} />}
    </div>
  )
}

type GroupProps = {
  trigger: Trigger
  automations: Automation[]
  experience: number
  onEdit: (edited: Edited) => void
}

function Group({ trigger, automations, experience, onEdit }: GroupProps) {
  const t = useTranslations('crm')
  const own = automations.filter((one) => !one.is_inherited)
  const general = automations.filter((one) => one.is_inherited)
  return (
    <section aria-label={t(`trigger_${trigger}`)} className="rounded-xl border bg-surface">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-b px-4 py-1.5 sm:px-5">
        <h2 className="py-1 font-semibold">{t(`trigger_${trigger}`)}</h2>
        <Button
          size="sm"
          aria-label={t('addTo', { trigger: t(`trigger_${trigger}`) })}
          onPress={() => onEdit({ trigger })}
        >
          <Plus aria-hidden className="size-4" />
          {t('addOwn')}
        </Button>
      </header>
      {automations.length === 0 && <p className="px-4 py-4 text-sm text-soft sm:px-5">{t('noneOf')}</p>}
      <AutomationList
        trigger={trigger}
        automations={own}
        experience={experience}
        onEdit={(automation) => onEdit({ trigger, automation })}
      />
      <ul className={cx('divide-y empty:hidden', own.length > 0 && 'border-t')}>
        {general.map((one) => (
          <AutomationLine key={one.id} automation={one} onEdit={() => onEdit({ trigger, automation: one })} />
        ))}
      </ul>
    </section>
  )
}

/** Everything a guest of this experience gets, in the order in which it comes. */
function Timeline({ automations }: { automations: Automation[] }) {
  const t = useTranslations('crm')
  const whenOf = useWhen()
  const nameOf = useTemplateName()
  const told: readonly string[] = triggers.filter((one) => one !== 'rebooked' && one !== 'order_cancelled')
  const going = inOrder(
    automations.filter((one) => one.is_on && !one.is_replaced && one.template.is_active && told.includes(one.trigger)),
  ).filter((one) => one.trigger !== 'gift_card_activated')
  return (
    <Card title={t('timeline')}>
      <p className="pb-3 text-sm text-soft text-pretty">{t('timelineText')}</p>
      {going.length === 0 && <p className="text-sm text-faint">{t('timelineEmpty')}</p>}
      <ol className="space-y-4 border-s ps-4 empty:hidden">
        {going.map((one) => (
          <li key={one.id} className="relative text-sm">
            <span aria-hidden className="absolute -start-[1.32rem] top-1.5 size-2 rounded-full bg-accent" />
            <span className="block text-faint">{whenOf(one)}</span>
            <span className="flex items-center gap-2 font-medium">
              <bdi>{nameOf(one.template)}</bdi>
              <Channels channel={one.template.channel} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
