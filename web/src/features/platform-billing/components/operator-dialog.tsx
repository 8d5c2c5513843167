'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { KeyValues } from '@/components/ui/key-values'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { operatorQuery, pause, payBy, type DeskOperator } from '../api'
import { DeedDialog, deeds, type Deed } from './deed-dialog'
import { OperatorFees } from './operator-fees'
import { PayBackButton } from './pay-back-button'
import { SubscribeDialog } from './subscribe-dialog'
import { Usage } from './usage'

type Props = { operator: number; onClose: () => void }

/** One operator's billing, and what can be done about it. */
export function OperatorDialog({ operator, onClose }: Props) {
  const common = useTranslations('common')
  const { data, error, refetch } = useQuery(operatorQuery(operator))
  return (
    <Dialog
      title={data?.name ?? ''}
      isOpen
      size="lg"
      onClose={onClose}
      footer={<Button onPress={onClose}>{common('close')}</Button>}
    >
      {data ? (
        <Facts found={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  )
}

function Facts({ found }: { found: DeskOperator }) {
  const t = useTranslations('platformBilling')
  const [deed, setDeed] = useState<Deed | null>(null)
  const [isSubscribing, setSubscribing] = useState(false)
  const { billing } = found
  const running = billing.subscription
  return (
    <div className="space-y-5">
      <Standing found={found} />
      <Usage usage={billing.usage} />
      <div className="flex flex-wrap gap-2">
        {!running && (
          <Button size="sm" look="primary" onPress={() => setSubscribing(true)}>
            {t('subscribe')}
          </Button>
        )}
        {deeds
          .filter((one) => one !== 'discount' || running)
          .map((one) => (
            <Button key={one} size="sm" onPress={() => setDeed(one)}>
              {t(`deed_${one}`)}
            </Button>
          ))}
        <Switches found={found} />
        {billing.balance < 0 && <PayBackButton found={found} />}
      </div>
      <Papers found={found} />
      <OperatorFees operator={found.account_id} />
      {isSubscribing && <SubscribeDialog operator={found.account_id} onClose={() => setSubscribing(false)} />}
      {deed && <DeedDialog found={found} deed={deed} onClose={() => setDeed(null)} />}
    </div>
  )
}

function Standing({ found }: { found: DeskOperator }) {
  const t = useTranslations('platformBilling')
  const format = useFormat()
  const { billing } = found
  const running = billing.subscription
  return (
    <KeyValues
      rows={[
        [t('plan'), running ? running.plan.name : t('noPlan')],
        [t('balance'), format.money(billing.balance, billing.currency)],
        [t('paysBy'), billing.pays_by === 'card' ? t('byCard') : t('byTransfer')],
        [t('vatId'), billing.details.vat_id],
      ]}
    />
  )
}

/** What is either so or so: how they pay, and whether time costs anything for now. */
function Switches({ found }: { found: DeskOperator }) {
  const t = useTranslations('platformBilling')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { billing, account_id: id } = found
  const isCard = billing.pays_by === 'card'
  const isPaused = billing.subscription?.is_paused ?? false
  const keep = (answer: DeskOperator) => queries.setQueryData(operatorQuery(id).queryKey, answer)
  const onError = (error: Error) => void toast.error(errorText(error))
  const method = useMutation({ mutationFn: () => payBy(id, isCard ? 'transfer' : 'card'), onSuccess: keep, onError })
  const rest = useMutation({ mutationFn: () => pause(id, !isPaused), onSuccess: keep, onError })
  return (
    <>
      <Button size="sm" isPending={method.isPending} onPress={() => method.mutate()}>
        {isCard ? t('toTransfer') : t('toCard')}
      </Button>
      {billing.subscription && (
        <Button size="sm" isPending={rest.isPending} onPress={() => rest.mutate()}>
          {isPaused ? t('resume') : t('pause')}
        </Button>
      )}
    </>
  )
}

function Papers({ found }: { found: DeskOperator }) {
  const t = useTranslations('platformBilling')
  const format = useFormat()
  if (found.statements.length === 0) return <p className="text-faint">{t('noStatements')}</p>
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t('statements')}</h3>
      <ul className="divide-y text-sm">
        {found.statements.map((row) => (
          <li key={row.id} className="flex items-center justify-between gap-3 py-1.5">
            <a
              href={`/api/platform/billing/operator/${found.account_id}/statement/${row.id}/pdf`}
              target="_blank"
              rel="noreferrer"
              className="rounded-sm text-accent hover:underline pointer-coarse:py-2.5"
            >
              {row.number}
            </a>
            <span className="text-soft">{format.day(row.issued_on)}</span>
            <span className="tabular-nums">{format.money(row.closing, row.currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
