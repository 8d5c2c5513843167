'use client'
import { Mail, MessageSquareText, Pencil, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { Switch } from '@/components/ui/switch'
import { AppLink } from '@/lib/app-link'
import { useTemplateName } from '../names'
import { useWhen } from '../span'
import type { Automation } from '../types'
import { useAutomationDeeds } from '../use-automation-deeds'

type Props = { automation: Automation; onEdit: () => void }

/** One message that goes out automatically, in a list that has no order to choose. */
export function AutomationLine(props: Props) {
  return (
    <li className="px-4 py-2.5 sm:px-5">
      <AutomationRow {...props} />
    </li>
  )
}

/** When a message goes out, its words, and a switch. */
export function AutomationRow({ automation, onEdit }: Props) {
  const t = useTranslations('crm')
  const when = useWhen()(automation)
  const nameOf = useTemplateName()
  const { template } = automation
  const name = nameOf(template)
  return (
    <div className="flex items-center gap-x-2 sm:gap-x-4">
      <div className="min-w-0 grow">
        <p className="font-medium">{when}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
          <span className="inline-flex min-w-0 items-baseline gap-2">
            <Channels channel={template.channel} />
            <AppLink
              to="templateEdit"
              params={{ template: String(template.id) }}
              prefetch={false}
              className="min-w-0 rounded-sm underline decoration-line-strong underline-offset-2 hover:text-ink pointer-coarse:py-2.5"
            >
              <bdi>{name}</bdi>
            </AppLink>
          </span>
          {automation.planned_cnt > 0 && <span>{t('plannedCount', { count: automation.planned_cnt })}</span>}
          {!template.is_active && <Badge tone="warn">{t('templateOff')}</Badge>}
        </p>
      </div>
      {automation.is_inherited ? (
        <Badge>{t(automation.is_replaced ? 'isReplaced' : automation.is_on ? 'forAll' : 'isOff')}</Badge>
      ) : (
        <Deeds {...{ automation, when, name, onEdit }} />
      )}
    </div>
  )
}

type DeedsProps = Props & { when: string; name: string }

function Deeds({ automation, when, name, onEdit }: DeedsProps) {
  const t = useTranslations('crm')
  const { turn, archive } = useAutomationDeeds()
  return (
    <>
      <Switch
        isSelected={automation.is_on}
        onChange={(is_on) => turn.mutate({ automation, is_on })}
        isDisabled={turn.isPending}
      >
        <span className="sr-only">{t('turnOn', { when, name })}</span>
      </Switch>
      <span className="flex">
        <IconButton label={t('editOf', { when, name })} onPress={onEdit}>
          <Pencil aria-hidden className="size-4" />
        </IconButton>
        {automation.slug === null && (
          <IconButton
            label={t('removeOf', { when, name })}
            onPress={() => archive.mutate(automation.id)}
            isPending={archive.isPending}
          >
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        )}
      </span>
    </>
  )
}

export function Channels({ channel }: { channel: string }) {
  const t = useTranslations('crm')
  return (
    <span className="inline-flex shrink-0 gap-1 self-center text-faint">
      {channel !== 'sms' && <Mail role="img" aria-label={t('byEmail')} className="size-4" />}
      {channel !== 'email' && <MessageSquareText role="img" aria-label={t('byText')} className="size-4" />}
    </span>
  )
}
