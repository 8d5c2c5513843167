'use client'
import { useQuery } from '@tanstack/react-query'
import { Check, Circle, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useDebounced } from '@/lib/use-debounced'
import { passwordQuery } from '../api'

const reasons = ['too_simple', 'too_common', 'breached', 'too_personal', 'too_long'] as const
const MIN = 10

type Props = { password: string; person: { email: string; name: string } }

/** What a password must be, and while it is typed which of it holds; the server judges. */
export function PasswordRules({ password, person }: Props) {
  const t = useTranslations('register')
  const typed = useDebounced(password, 300)
  const { data } = useQuery(passwordQuery(typed, person))
  const problems = password ? (data?.problems ?? []) : []
  const reason = reasons.find((one) => problems.includes(one))
  const isJudged = !!password && typed === password && !!data
  return (
    <ul aria-live="polite" className="-mt-2 space-y-1 text-sm">
      <Rule
        state={!password ? 'open' : password.length >= MIN ? 'good' : 'bad'}
        text={t('ruleLength', { count: MIN })}
      />
      <Rule
        state={!isJudged || password.length < MIN ? 'open' : reason ? 'bad' : 'good'}
        text={isJudged && reason ? t(`rule_${reason}`) : t('ruleUnknown')}
      />
    </ul>
  )
}

const looks = {
  open: { Icon: Circle, color: 'text-faint' },
  good: { Icon: Check, color: 'text-good' },
  bad: { Icon: X, color: 'text-bad' },
}

function Rule({ state, text }: { state: keyof typeof looks; text: string }) {
  const { Icon, color } = looks[state]
  return (
    <li className={`flex items-start gap-2 ${color}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </li>
  )
}
