import type { MouseEvent, ReactNode } from 'react'
import { totalOf } from '../checkout/total'
import { useBuilder } from '../context'

type Props = { label: string; isDisabled?: boolean; hint?: ReactNode }

/** A double click would select the text of the step that follows. */
const keepUnselected = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault()
}

/** The one button that leads on; on a phone it stays at the bottom with the total. */
export function Actions({ label, isDisabled = false, hint }: Props) {
  const ui = useBuilder()
  const { state, t, money } = ui
  const total = totalOf(ui.state)
  const isBusy = state.busy !== null
  return (
    <div className="actions">
      <div className="actions-total" aria-hidden="true">
        {total !== null && (
          <>
            <span>{t('total')}</span>
            <b>{money(total)}</b>
          </>
        )}
      </div>
      <button
        type="submit"
        className="button main-button"
        disabled={isDisabled}
        aria-disabled={isBusy}
        data-busy={isBusy}
        onMouseDown={keepUnselected}
      >
        {isBusy && <span className="spinner" aria-hidden="true" />}
        {label}
      </button>
      {hint && <p className="actions-hint">{hint}</p>}
    </div>
  )
}
