'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CounterSeller } from '@/api/device-models'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Refusal, sellersOf, signIn } from '../api'
import { PinPad } from './pin-pad'

/** A register asks who sells; a name and its PIN open it, until the next one takes over. */
export function WhoSells({ token, next }: { token: string; next: string }) {
  const t = useTranslations('devicePage')
  const [who, choose] = useState<CounterSeller | null>(null)
  const { data, error } = useQuery({
    queryKey: ['device', token, 'sellers'],
    queryFn: () => sellersOf(token),
    refetchInterval: 60_000,
    retry: false,
  })
  if (who) return <Pin key={who.id} {...{ token, next, who }} onBack={() => choose(null)} />
  return (
    <section className="space-y-4">
      <h2 className="text-xl font-semibold">{t('whoSells')}</h2>
      {!data && !error && <Skeleton className="h-20 rounded-xl" />}
      {data?.sellers.length === 0 && <p className="max-w-prose text-pretty text-soft">{t('nobodyYet')}</p>}
      <ul className="grid gap-3 sm:grid-cols-2">
        {data?.sellers.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => choose(one)}
              className="flex min-h-16 w-full items-center gap-3 rounded-xl border bg-surface px-4 text-start font-medium hover:bg-sunken active:bg-sunken"
            >
              <Avatar name={one.name} color={one.color} />
              <bdi className="min-w-0 truncate">{one.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type PinProps = { token: string; next: string; who: CounterSeller; onBack: () => void }

/** What is typed, and the try to sign in with it; whoever types anew is told nothing of the try before. */
function usePin({ token, next, who }: Pick<PinProps, 'token' | 'next' | 'who'>) {
  const [pin, setPin] = useState('')
  const doing = useMutation({
    mutationFn: () => signIn(token, who.id, pin),
    onSuccess: () => window.location.assign(next),
    onError: () => setPin(''),
  })
  const type = (typed: string) => {
    if (typed) doing.reset()
    setPin(typed)
  }
  return { pin, type, doing }
}

function Pin({ token, next, who, onBack }: PinProps) {
  const t = useTranslations('devicePage')
  const { pin, type, doing } = usePin({ token, next, who })
  return (
    <form
      className="flex max-w-xs flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (pin.length >= 4) doing.mutate()
      }}
    >
      <h2 className="flex items-center gap-3 text-xl font-semibold">
        <Avatar name={who.name} color={who.color} />
        <bdi className="min-w-0 truncate">{who.name}</bdi>
      </h2>
      <PinPad label={t('pin')} value={pin} onChange={type} isBusy={doing.isPending || doing.isSuccess} />
      {doing.error && <Notice tone="bad">{t(wordOf(doing.error))}</Notice>}
      <Button
        type="submit"
        look="primary"
        size="lg"
        isPending={doing.isPending || doing.isSuccess}
        isDisabled={pin.length < 4}
      >
        {t('startSelling')}
      </Button>
      <Button look="quiet" onPress={onBack}>
        {t('someoneElse')}
      </Button>
    </form>
  )
}

function wordOf(error: Error): 'pinWrong' | 'pinLocked' | 'notNow' {
  if (!(error instanceof Refusal)) return 'notNow'
  if (error.status === 429) return 'pinLocked'
  return error.code === 'pin_wrong' ? 'pinWrong' : 'notNow'
}
