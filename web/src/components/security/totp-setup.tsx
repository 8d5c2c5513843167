'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '../ui/button'
import { CodeField } from '../ui/code-field'
import { Skeleton } from '../ui/skeleton'
import { ErrorState, useErrorText } from '../ui/states'
import { confirmTotp, startTotp } from './api'
import { useConfirmed } from './confirmed'
import { QrCode } from './qr-code'

type Props = { onDone: (codes: string[] | null) => void }

/** An authenticator app: shown as a QR code, switched on by typing its first code back. */
export function TotpSetup({ onDone }: Props) {
  const t = useTranslations('security')
  const confirmed = useConfirmed()
  const { data, error, refetch } = useQuery({
    queryKey: ['totp-start'],
    queryFn: () => confirmed(startTotp),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-72" />
  return (
    <div className="flex flex-col gap-5">
      <ol className="list-decimal space-y-1 ps-5 text-soft">
        <li>{t('totpScan')}</li>
        <li>{t('totpType')}</li>
      </ol>
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
        <QrCode rows={data.qr} label={t('totpQr')} />
        <Secret secret={data.secret} uri={data.uri} />
      </div>
      <FirstCode onDone={onDone} />
    </div>
  )
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  const t = useTranslations('security')
  return (
    <div className="min-w-0 space-y-3 text-sm">
      <p className="text-soft">{t('totpByHand')}</p>
      <p className="rounded-md border bg-sunken px-3 py-2 font-mono break-all select-all">
        {secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </p>
      <a href={uri} className="inline-block py-2 font-medium text-accent underline underline-offset-4 sm:hidden">
        {t('totpOpen')}
      </a>
    </div>
  )
}

function FirstCode({ onDone }: Props) {
  const t = useTranslations('security')
  const errorText = useErrorText()
  const confirmed = useConfirmed()
  const [code, setCode] = useState('')
  const send = useMutation({
    mutationFn: (digits: string) => confirmed(() => confirmTotp(digits)),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
    onError: () => setCode(''),
  })
  const isWrong = send.error instanceof ApiError && send.error.code === 'validation_failed'
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate(code)
      }}
    >
      <CodeField label={t('code')} length={6} value={code} isBusy={send.isPending} onChange={setCode} />
      {send.error && (
        <p role="alert" className="text-sm text-bad">
          {isWrong ? t('totpWrong') : errorText(send.error)}
        </p>
      )}
      <Button
        type="submit"
        look="primary"
        isDisabled={code.length < 6}
        isPending={send.isPending}
        className="self-start"
      >
        {t('totpFinish')}
      </Button>
    </form>
  )
}
