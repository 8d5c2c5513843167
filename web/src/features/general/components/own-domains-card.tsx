'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { CopyBox } from '@/components/copy-box'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import {
  addOwnDomain,
  ownDomainsQuery,
  removeOwnDomain,
  verifyOwnDomain,
  type OwnDomain,
  type OwnDomains,
} from '../api'

function useDeed<A>(deed: (argument: A) => Promise<OwnDomains>, onDone: (now: OwnDomains) => void) {
  const t = useTranslations('general')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: deed,
    onSuccess: (now) => {
      queries.setQueryData(ownDomainsQuery.queryKey, now)
      onDone(now)
    },
    onError: (error) => {
      if (error instanceof ApiError && 'domain' in error.fields) return
      const isTaken = error instanceof ApiError && error.code === 'domain_taken'
      toast.error(isTaken ? t('ownDomainTaken') : errorText(error))
    },
  })
}

function Add({ most }: { most: number }) {
  const t = useTranslations('general')
  const [domain, setDomain] = useState('')
  const add = useDeed(addOwnDomain, () => setDomain(''))
  const isBad = add.error instanceof ApiError && 'domain' in add.error.fields
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (domain.trim()) add.mutate(domain)
      }}
    >
      <TextField
        label={t('ownDomainLabel')}
        hint={t('ownDomainHint')}
        value={domain}
        onChange={setDomain}
        error={isBad ? t('ownDomainBad', { most }) : undefined}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" isPending={add.isPending}>
        {t('ownDomainAdd')}
      </Button>
    </form>
  )
}

function DnsRecord({ type, name, value, note }: { type: string; name: string; value: string; note: string }) {
  const t = useTranslations('general')
  return (
    <div className="space-y-2">
      <p className="text-sm">
        <span className="font-medium">{type}</span> <span className="text-soft">{note}</span>
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <CopyBox label={t('ownDomainName')} text={name} />
        <CopyBox label={t('ownDomainValue')} text={value} />
      </div>
    </div>
  )
}

function Records({ row }: { row: OwnDomain }) {
  const t = useTranslations('general')
  return (
    <div className="space-y-4">
      <p className="text-sm text-pretty text-soft">{t('ownDomainRecords')}</p>
      <DnsRecord type="CNAME" name={row.domain} value={row.cname_target} note={t('ownDomainCname')} />
      <DnsRecord type="TXT" name={row.txt_name} value={row.txt_value} note={t('ownDomainTxt')} />
    </div>
  )
}

function Problem({ row }: { row: OwnDomain }) {
  const t = useTranslations('general')
  if (!row.problem) return null
  const isElsewhere = row.problem === 'wrong' && row.found
  return (
    <Notice tone="warn">
      {isElsewhere ? t('ownDomain_wrongFound', { found: row.found }) : t(`ownDomain_${row.problem}`)}
    </Notice>
  )
}

function Heading({ row }: { row: OwnDomain }) {
  const t = useTranslations('general')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 font-medium wrap-anywhere">{row.domain}</p>
      <Badge tone={row.verified_at ? 'good' : 'warn'}>
        {t(row.verified_at ? 'ownDomainVerified' : 'ownDomainWaiting')}
      </Badge>
    </div>
  )
}

function Row({ row }: { row: OwnDomain }) {
  const t = useTranslations('general')
  const [isRemoving, setRemoving] = useState(false)
  const verify = useDeed(verifyOwnDomain, (now) => {
    const isVerified = now.domains.some((one) => one.id === row.id && one.verified_at)
    if (isVerified) toast(t('ownDomainDone', { domain: row.domain }))
  })
  const remove = useDeed(removeOwnDomain, () => setRemoving(false))
  return (
    <li className="space-y-4 rounded-md border p-4">
      <Heading row={row} />
      <Problem row={row} />
      {!row.verified_at && <Records row={row} />}
      <div className="flex flex-wrap gap-2">
        {!row.verified_at && (
          <Button onPress={() => verify.mutate(row.id)} isPending={verify.isPending}>
            {t('ownDomainCheck')}
          </Button>
        )}
        <Button look="quiet" onPress={() => setRemoving(true)}>
          {t('ownDomainRemove')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('ownDomainRemoveTitle', { domain: row.domain })}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(row.id)}
        confirmLabel={t('ownDomainRemove')}
        isDanger
        isPending={remove.isPending}
      >
        {t('ownDomainRemoveText')}
      </ConfirmDialog>
    </li>
  )
}

/** Domains that the operator brings, and the records that prove each. */
export function OwnDomainsCard() {
  const t = useTranslations('general')
  const { data, error, refetch } = useQuery(ownDomainsQuery)
  return (
    <Card title={t('ownDomains')}>
      <p className="mb-4 text-pretty text-soft">{t('ownDomainsText')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <div className="space-y-5">
          {data.domains.length > 0 && (
            <ul className="space-y-4">
              {data.domains.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          )}
          {data.domains.length < data.most && <Add most={data.most} />}
        </div>
      )}
    </Card>
  )
}
