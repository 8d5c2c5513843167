'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { Button } from '../ui/button'
import { usePay } from './pay-context'

/** What it comes to, and the one button that takes it. */
export function Foot({ form, onClose }: { form: string; onClose: () => void }) {
  const t = useTranslations('pay')
  const common = useTranslations('common')
  const format = useFormat()
  const { host, taking, sums, isBusy, isLarge } = usePay()
  const amount = format.money(sums.total, host.trip.currency)
  const does = taking.isHold && (taking.way === 'card' || taking.way === 'reader') ? 'hold' : taking.way
  return (
    <>
      {sums.problem && (
        <p role="status" className="me-auto self-center text-sm text-soft">
          {sums.problem === 'tooMuch' ? null : t(`missing_${sums.problem}`)}
        </p>
      )}
      <Button onPress={onClose} isDisabled={isBusy} size={isLarge ? 'lg' : 'md'}>
        {common('cancel')}
      </Button>
      <Button
        type="submit"
        form={form}
        look="primary"
        size={isLarge ? 'lg' : 'md'}
        className={isLarge ? 'min-h-14! grow text-lg' : undefined}
        isPending={isBusy}
        isDisabled={sums.problem !== null}
      >
        {t(`do_${does}`, { amount })}
      </Button>
    </>
  )
}
