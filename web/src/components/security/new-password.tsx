'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ApiError, api, dataOf } from '@/api/client'
import { useDebounced } from '@/lib/use-debounced'
import { cx } from '../ui/cx'
import { SecretField } from './secret-field'

const problems = ['too_short', 'too_long', 'too_simple', 'too_common', 'breached', 'too_personal'] as const
type Problem = (typeof problems)[number]

type Props = {
  value: string
  onChange: (password: string) => void
  about?: { email?: string; name?: string }
  /** What the server refused when it was sent. */
  error: Error | null
}

const checkQuery = (password: string, about: Props['about']) => ({
  queryKey: ['password-check', password, about],
  queryFn: () => dataOf(api.POST('/api/password/check', { body: { password, ...about } })),
  enabled: password.length > 0,
  placeholderData: keepPreviousData,
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
})

/** A password that is being chosen: the server's own rules say while typing whether it will do. */
export function NewPassword({ value, onChange, about, error }: Props) {
  const t = useTranslations('security')
  const { data } = useQuery(checkQuery(useDebounced(value, 250), about))
  const judged = value && data ? data : null
  const found = problems.find((one) => judged?.problems.includes(one)) ?? null
  return (
    <SecretField
      label={t('newPassword')}
      name="new-password"
      autoComplete="new-password"
      isRequired
      value={value}
      onChange={onChange}
      error={refusal(error)}
      below={<Judgement strength={judged && !found ? judged.strength : 0} problem={found} isEmpty={!judged} />}
    />
  )
}

function refusal(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.fields.password?.join(' ') : undefined
}

type JudgementProps = { strength: number; problem: Problem | null; isEmpty: boolean }

function Judgement({ strength, problem, isEmpty }: JudgementProps) {
  const t = useTranslations('security')
  const isGood = !isEmpty && !problem
  const words = ['', t('strength_1'), t('strength_2'), t('strength_3'), t('strength_4')]
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={cx('h-1 rounded-full', step <= strength ? 'bg-good-fill' : 'bg-line')} />
        ))}
      </div>
      <p aria-live="polite" className={cx('flex gap-1.5 text-sm', isGood ? 'text-good' : 'text-soft')}>
        {isGood && <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />}
        {isGood ? words[strength] : t(problem ? `problem_${problem}` : 'passwordHint')}
      </p>
    </div>
  )
}
