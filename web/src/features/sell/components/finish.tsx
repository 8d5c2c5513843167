'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleDollarSign } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { lastWay } from '@/components/pay/last-way'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useHotkeys } from '@/lib/use-hotkeys'
import { verdictQuery } from '../closing'
import { bookable } from '../model'
import { useClosing } from '../use-closing'
import { usePaying } from '../use-paying'
import { useSale } from '../use-sale'
import { ClosingNotice } from './closing-notice'

const PaySale = late(() => import('./pay-sale').then((file) => file.PaySale))

type Props = { onDone: (trip: TripFull, change: number) => void }
type Closing = ReturnType<typeof useClosing>

/** The end of a phone call: reserve it, take money that is there, or go on to a card. */
export function Finish({ onDone }: Props) {
  const t = useTranslations('sell')
  const { trip } = useSale()
  const [notify, setNotify] = useState(true)
  const mayReserve = useCan('trip.reserve_unpaid')
  const mayTake = useCan('payment.take')
  const closing = useClosing((trip) => onDone(trip, 0))
  return (
    <div data-part="finish" className="space-y-3">
      <Verdict />
      <ClosingNotice error={closing.error} changed={closing.changed} currency={trip?.currency} />
      {mayReserve && <Reserve closing={closing} notify={notify} />}
      {mayTake && <Payment notify={notify} onDone={onDone} />}
      <Switch isSelected={notify} onChange={setNotify}>
        {t('notify')}
      </Switch>
    </div>
  )
}

type PartProps = { closing: Closing; notify: boolean }

function Reserve({ closing, notify }: PartProps) {
  const t = useTranslations('sell')
  const { cart } = useSale()
  const reserve = () => !closing.isPending && closing.mutate({ notify })
  useHotkeys([{ keys: 'mod+enter', label: t('reserve'), action: reserve }])
  return (
    <Button
      look="primary"
      size="lg"
      className="w-full"
      isPending={closing.isPending}
      isDisabled={bookable(cart).length === 0}
      onPress={reserve}
    >
      {closing.changed ? t('reserveAll') : t('reserve')}
      <kbd aria-hidden className="ms-1 font-sans text-xs opacity-80 max-md:hidden pointer-coarse:hidden">
        Ctrl ⏎
      </kbd>
    </Button>
  )
}

function Payment({ notify, onDone }: { notify: boolean } & Props) {
  const t = useTranslations('sell')
  const { cart, trip } = useSale()
  const paying = usePaying({ isNameNeeded: true })
  return (
    <>
      <Button
        className="w-full"
        isDisabled={bookable(cart).length === 0}
        isPending={paying.isPending}
        onPress={() => paying.mutate()}
      >
        <CircleDollarSign aria-hidden className="size-4" />
        {t('takeMoney')}
      </Button>
      <ClosingNotice error={paying.error} changed={paying.changed} currency={trip?.currency} />
      {paying.trip && (
        <PaySale trip={paying.trip} start={lastWay('card')} notify={notify} onDone={onDone} onClose={paying.end} />
      )}
    </>
  )
}

const known = ['needs_review', 'no_contact', 'payment_due'] as const

/** What the server would say to reserving it now. */
function Verdict() {
  const t = useTranslations('sell')
  const inWords = (code: string) => {
    const own = known.find((one) => one === code)
    return own && t(`verdict_${own}`)
  }
  const { trip, saving } = useSale()
  const { data } = useQuery({
    ...verdictQuery(trip?.id ?? 0, trip?.version ?? 0),
    enabled: !!trip?.id && saving === 'idle',
  })
  // What is missing of the form is said by the form.
  const told = [...(data?.blockers ?? []), ...(data?.warnings ?? [])].filter(({ code }) => code !== 'contact_missing')
  if (told.length === 0) return null
  return (
    <Notice tone="warn">
      <ul className="space-y-1">
        {told.map(({ code, message }) => (
          <li key={code + message}>{inWords(code) ?? message}</li>
        ))}
      </ul>
    </Notice>
  )
}
