'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useActName } from '@/components/platform/use-act-name'
import { useConfirmed } from '@/components/security/confirmed'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { askSupport, endSupport, enterSupport, operatorQuery, withdrawSupport, type Operator } from '../api'
import { ReasonDialog } from './reason-dialog'

/** Support's way in: asked for here, granted by an owner, used and given back here. */
export function SupportAccessCard({ operator }: { operator: Operator }) {
  const t = useTranslations('operators')
  const access = operator.support
  return (
    <Card title={t('support')}>
      {!access ? (
        <Ask operator={operator} />
      ) : access.state === 'asked' ? (
        <>
          <p className="mb-4 text-pretty text-soft">{t('supportAsked', { reason: access.reason })}</p>
          <Drop account={operator.row.id} verb="withdraw" />
        </>
      ) : (
        <Granted operator={operator} access={access} />
      )}
      <Past operator={operator} />
    </Card>
  )
}

/** How earlier questions and consents ended. */
function Past({ operator }: { operator: Operator }) {
  const actName = useActName()
  const format = useFormat()
  if (operator.past_support.length === 0) return null
  return (
    <ul className="mt-4 flex flex-col gap-2 border-t pt-4 text-sm">
      {operator.past_support.map((one) => (
        <li key={one.id}>
          <span className="flex justify-between gap-3">
            <span>{actName(`support.${one.state}`)}</span>
            <time dateTime={one.ended_at} className="text-faint">
              {format.day(one.ended_at.slice(0, 10), 'medium')}
            </time>
          </span>
          <span className="text-soft">
            {[one.reason, one.ended_by === 'time' ? '' : one.ended_by].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

function useRenew(account: number) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: operatorQuery(account).queryKey })
}

function Ask({ operator }: { operator: Operator }) {
  const t = useTranslations('operators')
  const [isOpen, setOpen] = useState(false)
  const { id, name } = operator.row
  const renew = useRenew(id)
  const ask = useMutation({
    mutationFn: (reason: string) => askSupport(id, reason),
    onSuccess: () => {
      setOpen(false)
      void renew()
    },
  })
  return (
    <>
      <p className="mb-4 text-pretty text-soft">{t('supportText')}</p>
      <Button onPress={() => setOpen(true)}>{t('supportAsk')}</Button>
      {isOpen && (
        <ReasonDialog
          title={t('supportAskTitle', { name })}
          text={t('supportAskText')}
          label={t('supportAsk')}
          isPending={ask.isPending}
          error={ask.error}
          onConfirm={(reason) => ask.mutate(reason)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type Access = NonNullable<Operator['support']>

function Granted({ operator, access }: { operator: Operator; access: Access }) {
  const t = useTranslations('operators')
  const format = useFormat()
  const errorText = useErrorText()
  const confirmed = useConfirmed()
  const { id } = operator.row
  const enter = useMutation({
    mutationFn: () => confirmed(() => enterSupport(id)),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast.error(errorText(error)),
  })
  const until = access.ends_at ? format.instant(access.ends_at, 'UTC') : ''
  return (
    <>
      <p className="mb-4 text-pretty text-soft">
        {t('supportGranted', { name: access.granted_by, until })}{' '}
        {access.may_change ? t('supportMayChange') : t('supportMayLook')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onPress={() => enter.mutate()} isPending={enter.isPending}>
          {t('supportEnter')}
        </Button>
        <Drop account={id} verb="end" />
      </div>
    </>
  )
}

function Drop({ account, verb }: { account: number; verb: 'withdraw' | 'end' }) {
  const t = useTranslations('operators')
  const errorText = useErrorText()
  const renew = useRenew(account)
  const drop = useMutation({
    mutationFn: () => (verb === 'end' ? endSupport(account) : withdrawSupport(account)),
    onError: (error) => toast.error(errorText(error)),
    onSettled: renew,
  })
  return (
    <Button onPress={() => drop.mutate()} isPending={drop.isPending}>
      {t(verb === 'end' ? 'supportEnd' : 'supportWithdraw')}
    </Button>
  )
}
