'use client'
import { useTranslations } from 'use-intl'
import type { Member } from '@/api/models'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { Switch } from '@/components/ui/switch'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { saveMember, toggleGuide, useMemberChange } from '../api'

/** Whether somebody leads departures and takes tips; what they led stays theirs. */
export function MemberGuide({ member }: { member: Member }) {
  const t = useTranslations('team')
  const errorText = useErrorText()
  const isOff = !(useCan('team.manage') && member.can_edit)
  const failed = { onError: (error: Error) => toast.error(errorText(error)) }
  const guide = useMemberChange(toggleGuide)
  const tips = useMemberChange((is_tippable: boolean) => saveMember(member, { is_tippable, version: member.version }))
  return (
    <Card title={t('guiding')}>
      <div className="space-y-4">
        <Switch
          isSelected={guide.isPending ? !member.is_guide : member.is_guide}
          isDisabled={isOff || guide.isPending}
          onChange={() => guide.mutate(member, failed)}
          hint={t('isGuideHint')}
        >
          {t('isGuide')}
        </Switch>
        {member.is_guide && <ToGuide member={member} />}
        <Switch
          isSelected={tips.isPending ? !member.is_tippable : member.is_tippable}
          isDisabled={isOff || tips.isPending}
          onChange={(wanted) => tips.mutate(wanted, failed)}
          hint={t('isTippableHint')}
        >
          {t('isTippable')}
        </Switch>
      </div>
    </Card>
  )
}

/** What they can do, when they are away and what they have to do stands on a page of its own. */
function ToGuide({ member }: { member: Member }) {
  const t = useTranslations('team')
  const mayPlan = useCan('guide.assign')
  if (!mayPlan || member.status !== 'active') return null
  return (
    <AppLink to="guide" params={{ guide: String(member.id) }} className={buttonClass('secondary', 'sm')}>
      {t('guidePage')}
    </AppLink>
  )
}
