'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { AccountState } from '@/api/models'
import { ConfirmedProvider, useConfirmed } from '@/components/security/confirmed'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { TextField } from '@/components/ui/field'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { formatDay } from '@/lib/dates'
import { sessionQuery } from '@/lib/session'
import { accountStateQuery, closeAccount, reopenAccount } from '../api'

/** The last thing an owner looks for: closing the business, and taking that back. */
export function AccountCard() {
  const { data } = useQuery(accountStateQuery)
  if (!data || data.status === 'suspended') return null
  return (
    <ConfirmedProvider>{data.status === 'closed' ? <Closed state={data} /> : <Open state={data} />}</ConfirmedProvider>
  )
}

function useChange<A>(deed: (argument: A) => Promise<AccountState>, onDone: () => void) {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (argument: A) => confirmed(() => deed(argument)),
    onSuccess: async (state) => {
      queries.setQueryData(accountStateQuery.queryKey, state)
      onDone()
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

function Open({ state }: { state: AccountState }) {
  const t = useTranslations('general')
  const [isOpen, setOpen] = useState(false)
  const [slug, setSlug] = useState('')
  const [reason, setReason] = useState('')
  const text = useErrorText()
  const close = useChange(closeAccount, () => setOpen(false))
  const { error } = close
  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <Card title={t('closeTitle')}>
      <p className="mb-4 text-pretty text-soft">{t('closeText')}</p>
      <Button onPress={() => setOpen(true)}>{t('closeOpen')}</Button>
      <ConfirmDialog
        title={t('closeTitle')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => close.mutate({ slug, reason })}
        confirmLabel={t('closeDo')}
        isDanger
        isPending={close.isPending}
      >
        <p>{t('closeMeans')}</p>
        <TextField
          label={t('closeSlug', { slug: state.slug })}
          value={slug}
          onChange={setSlug}
          error={fields.slug?.[0] ?? (error ? text(error) : undefined)}
          autoComplete="off"
        />
        <TextField label={t('closeReason')} value={reason} onChange={setReason} />
      </ConfirmDialog>
    </Card>
  )
}

function Closed({ state }: { state: AccountState }) {
  const t = useTranslations('general')
  const locale = useLocale()
  const text = useErrorText()
  const reopen = useChange(reopenAccount, () => undefined)
  const until = state.reopen_until ? formatDay(state.reopen_until.slice(0, 10), locale, 'medium') : ''
  return (
    <Card title={t('closedTitle')}>
      <p className="mb-4 text-pretty text-soft">{t('closedText', { date: until })}</p>
      {reopen.error && (
        <p role="alert" className="mb-4 text-bad">
          {text(reopen.error)}
        </p>
      )}
      <Button look="primary" onPress={() => reopen.mutate(undefined)} isPending={reopen.isPending}>
        {t('reopen')}
      </Button>
    </Card>
  )
}
