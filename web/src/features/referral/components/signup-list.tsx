'use client'
import { useTranslations } from 'use-intl'
import type { ReferralOverview } from '@/api/first-weeks-models'
import { Badge } from '@/components/ui/badge'
import { useFormat } from '@/lib/use-format'

type Props = Pick<ReferralOverview, 'signups' | 'rewards'>
const states = ['signed_up', 'rewarded', 'refused'] as const

/** Who came by the link, and what was earned. */
export function SignupList({ signups, rewards }: Props) {
  const t = useTranslations('referral')
  const format = useFormat()
  if (signups.length === 0) return <p className="text-faint">{t('none')}</p>
  return (
    <div className="space-y-4">
      <ul className="divide-y">
        {signups.map((one) => {
          const state = states.find((known) => known === one.state) ?? 'signed_up'
          return (
            <li key={`${one.name}${one.created_at}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
              <span className="grow font-medium">
                <bdi>{one.name}</bdi>
              </span>
              <span className="text-sm text-faint">{format.day(one.created_at.slice(0, 10), 'medium')}</span>
              <Badge tone={state === 'rewarded' ? 'good' : 'neutral'}>{t(`state_${state}`)}</Badge>
            </li>
          )
        })}
      </ul>
      {rewards.map((one) => (
        <p key={one.rewarded_at} className="text-sm text-soft">
          {t(one.settled_at ? 'rewardSettled' : 'rewardOpen', { amount: format.money(one.amount, one.currency) })}
        </p>
      ))}
    </div>
  )
}
