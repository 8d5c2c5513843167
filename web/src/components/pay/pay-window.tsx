'use client'
import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog'
import { AmountPart } from './amount-part'
import { Failed } from './failed'
import { Foot } from './foot'
import { LinkPanel } from './link-panel'
import { OutcomePanel } from './outcome-panel'
import { Panel } from './panels'
import { PartnerNotice } from './partner-notice'
import { PayContext } from './pay-context'
import { hasTip } from './model'
import { Tips } from './tips-part'
import type { Outcome, PayHost, Way } from './types'
import { usePayDesk } from './use-pay-desk'
import { WayTiles } from './way-tiles'

type Props = {
  host: PayHost
  /** What somebody at this desk takes most often. */
  start: Way
  isLarge?: boolean
  /** How it ended, as often as something was taken. */
  onOutcome?: (outcome: Outcome) => void
  /** The last button of all, and where it leads. */
  doneLabel?: string
  onClose: () => void
}

// As high as the most that a way asks for, so that the ways stay where they are while one is chosen.
const formClass = 'grid content-start gap-x-8 gap-y-5 pt-1 sm:min-h-110 sm:grid-cols-[2fr_3fr]'

/** Takes money for a trip in any way, part after part until nothing is owed. */
export function PayWindow({ onClose, onOutcome, doneLabel, ...desk }: Props) {
  const t = useTranslations('pay')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [round, setRound] = useState(0)
  const told = (result: Outcome) => {
    setOutcome(result)
    onOutcome?.(result)
  }
  const next = () => {
    setOutcome(null)
    setRound(round + 1)
  }
  if (outcome) return <OutcomePanel {...{ outcome, doneLabel, onClose }} trip={desk.host.trip} onNext={next} />
  return <PayForm key={round} title={t('title')} {...desk} onOutcome={told} onClose={onClose} />
}

type FormProps = Pick<Props, 'host' | 'start' | 'isLarge' | 'onClose'> & {
  title: string
  onOutcome: (outcome: Outcome) => void
}

function PayForm({ title, onClose, onOutcome, ...props }: FormProps) {
  const form = useId()
  const { desk, charge, offered, choose } = usePayDesk(props, onOutcome)
  const { taking, isBusy } = desk
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && desk.sums.problem === null) charge.run.mutate()
  }
  return (
    <PayContext value={desk}>
      <Dialog
        title={title}
        isOpen
        size="xl"
        onClose={onClose}
        isDismissable={!isBusy}
        footer={<Foot form={form} onClose={onClose} />}
      >
        <form id={form} noValidate onSubmit={submit} className={formClass}>
          <div className="space-y-5">
            <PartnerNotice />
            <AmountPart />
            {hasTip(taking.way) && <Tips />}
          </div>
          <div className="space-y-4">
            <WayTiles ways={offered} value={taking.way} onChange={choose} isLarge={desk.isLarge} isDisabled={isBusy} />
            <Panel key={taking.way} slot={charge.slot} />
            {taking.way === 'link' && <LinkPanel wanted={charge.link} onChange={charge.setLink} />}
            {charge.run.error && <Failed error={charge.run.error} onWay={choose} />}
          </div>
        </form>
      </Dialog>
    </PayContext>
  )
}
