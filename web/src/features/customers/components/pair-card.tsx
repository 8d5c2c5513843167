'use client'
import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { DuplicatePair } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { formatPhone } from '@/lib/phone'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { dismissPair } from '../api'
import { useCustomerName } from '../use-names'
import { useRenew } from '../use-renew'

const reasons = [
  'same_email',
  'same_phone',
  'same_name',
  'similar_name',
  'same_birth_date',
  'same_email_domain',
  'same_address',
] as const

type Person = DuplicatePair['customers'][number]
type Props = { pair: DuplicatePair; onMerge: (ids: number[]) => void }

/** Two who may be one person: what speaks for it, and the two ways to decide. */
export function PairCard({ pair, onMerge }: Props) {
  const t = useTranslations('customers')
  const mayMerge = useCan('customer.merge')
  const dismiss = useDismiss(pair)
  const why = reasons.filter((one) => pair.reasons.includes(one))
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0 lg:flex-row lg:items-center lg:gap-6">
      <div className="grid min-w-0 grow gap-3 sm:grid-cols-2">
        {pair.customers.map((person) => (
          <PersonLine key={person.id} person={person} />
        ))}
      </div>
      <div className="flex flex-wrap gap-1 lg:w-56 lg:shrink-0">
        {why.map((one) => (
          <Badge key={one} tone="accent">
            {t(`reason_${one}`)}
          </Badge>
        ))}
      </div>
      {mayMerge && (
        <div className="flex shrink-0 flex-wrap gap-2">
          <Button size="sm" look="quiet" onPress={() => dismiss.mutate(false)} isPending={dismiss.isPending}>
            {t('notDuplicate')}
          </Button>
          <Button size="sm" onPress={() => onMerge(pair.customers.map((one) => one.id))}>
            {t('compare')}
          </Button>
        </div>
      )}
    </li>
  )
}

function PersonLine({ person }: { person: Person }) {
  const t = useTranslations('customers')
  const name = useCustomerName()(person)
  return (
    <div className="min-w-0 text-sm">
      <AppLink
        to="customer"
        params={{ customer: String(person.id) }}
        prefetch={false}
        className="inline-flex items-center gap-1.5 font-medium hover:text-accent hover:underline"
      >
        <bdi>{name}</bdi>
        {person.is_vip && <Star role="img" aria-label={t('vip')} className="size-3.5 fill-current text-warn" />}
      </AppLink>
      {person.email && <p className="truncate text-faint">{person.email}</p>}
      {person.phone && <p className="text-faint">{formatPhone(person.phone)}</p>}
      <p className="text-faint">
        #{person.id} · {t('trips', { count: person.trip_cnt })}
      </p>
    </div>
  )
}

function useDismiss(pair: DuplicatePair) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const renew = useRenew()
  const [low, high] = pair.customers.map((one) => one.id)
  const dismiss = useMutation({
    mutationFn: (isBack: boolean) => dismissPair(low ?? 0, high ?? 0, isBack),
    onSuccess: (_answer, isBack) => {
      const action = { label: common('undo'), onClick: () => dismiss.mutate(true) }
      if (!isBack) toast.success(t('dismissed'), { action })
      void renew()
    },
    onError: (error) => toast.error(common('failedTitle'), { description: errorText(error) }),
  })
  return dismiss
}
