'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { MoneyField } from '../ui/money-field'
import { GuestsPart } from './guests-part'
import { depositLeft, partsOf } from './model'
import { Tile } from './tile'
import { usePay } from './pay-context'
import type { Part } from './types'

/** How much is paid: all of it, the deposit, the part of some guests, or what somebody types. */
export function AmountPart() {
  const t = useTranslations('pay')
  const { host, taking, sums, change, isLarge } = usePay()
  const { trip } = host
  // Past the partner no part is owed: what is taken is typed.
  const offered = taking.isAnyway ? [] : partsOf(trip)
  const choose = (part: Part) => change({ part, typed: part === 'custom' ? sums.amount : null, given: null })
  return (
    <div className="space-y-3">
      <div role="group" aria-label={t('howMuch')} className="grid grid-cols-2 gap-2">
        {offered
          .filter((part) => part !== 'custom')
          .map((part) => (
            <Tile
              key={part}
              isLarge={isLarge}
              isChosen={taking.part === part && taking.typed === null}
              onPress={() => choose(part)}
              className="py-1.5"
            >
              <PartWords part={part} />
            </Tile>
          ))}
      </div>
      {taking.part === 'tab' && <GuestsPart />}
      <MoneyField
        label={t('amount')}
        currency={trip.currency}
        value={sums.amount}
        minValue={0}
        onChange={(typed) => change({ part: 'custom', typed: typed ?? 0, given: null })}
        error={sums.problem === 'tooMuch' ? t('tooMuch') : undefined}
      />
    </div>
  )
}

function PartWords({ part }: { part: Exclude<Part, 'custom'> }) {
  const t = useTranslations('pay')
  const format = useFormat()
  const { trip } = usePay().host
  const amount = { balance: trip.totals.balance, deposit: depositLeft(trip), tab: null }[part]
  return (
    <>
      <span className="block">{t(`part_${part}`)}</span>
      {amount !== null && <span className="block text-xs font-normal">{format.money(amount, trip.currency)}</span>}
    </>
  )
}
