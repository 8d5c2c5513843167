import type { Panel, PortalUi } from '../ui'
import { AddPanel } from './add'
import { AskPanel, ReviewPanel } from './ask'
import { CancelPanel } from './cancel'
import { GuestsPanel } from './guests'
import { MovePanel } from './move'
import { PayPanel, TipPanel } from './pay'

const PLAIN = { guests: GuestsPanel, cancel: CancelPanel, ask: AskPanel, review: ReviewPanel, pay: PayPanel, tip: TipPanel }

/** What is open above the page. */
export function Panels({ ui, panel }: { ui: PortalUi; panel: Panel }) {
  if (panel.name === 'move') return <MovePanel ui={ui} orderId={panel.orderId} />
  if (panel.name === 'add') return <AddPanel ui={ui} orderId={panel.orderId} />
  const Plain = PLAIN[panel.name]
  return <Plain ui={ui} />
}
