'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { pair, Refusal } from '../api'
import type { Kept } from '../device-store'

/** The device names itself, and gets its token with a code that the office shows. */
export function PairForm({ code: given, onPaired }: { code: string; onPaired: (kept: Kept) => void }) {
  const t = useTranslations('devicePage')
  const [code, setCode] = useState(given)
  const [name, setName] = useState('')
  const doing = useMutation({
    mutationFn: () => pair(code.trim(), name.trim()),
    onSuccess: ({ device_id, token, kind, name: called }) => onPaired({ id: device_id, token, kind, name: called }),
  })
  const isReady = code.trim() !== '' && name.trim() !== ''
  return (
    <form
      className="flex max-w-md flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) doing.mutate()
      }}
    >
      <h1 className="text-2xl font-semibold">{t('pairTitle')}</h1>
      <p className="text-pretty text-soft">{t('pairText')}</p>
      {!given && <TextField label={t('code')} hint={t('codeHint')} value={code} onChange={setCode} />}
      <TextField label={t('name')} hint={t('nameHint')} value={name} onChange={setName} maxLength={80} />
      {doing.error && <Notice tone="bad">{t(wordOf(doing.error))}</Notice>}
      <Button type="submit" look="primary" size="lg" isPending={doing.isPending} isDisabled={!isReady}>
        {t('pair')}
      </Button>
    </form>
  )
}

function wordOf(error: Error): 'codeOver' | 'tooMany' | 'notNow' {
  if (!(error instanceof Refusal)) return 'notNow'
  if (error.status === 429) return 'tooMany'
  return error.status === 403 ? 'codeOver' : 'notNow'
}
