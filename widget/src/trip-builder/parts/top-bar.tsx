import { Arrow, Cross } from '../../icons'
import type { Step } from '../checkout/flow'
import { progress } from '../checkout/path'
import { useBuilder } from '../context'

export function TopBar({ back }: { back: Step | null }) {
  const { t, state, init, purchase, close } = useBuilder()
  const place = progress(state.step)
  return (
    <header className="top-bar">
      {back ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t('back')}
          onClick={() => purchase.store.dispatch({ type: 'wentTo', step: back })}
        >
          <Arrow to="back" />
        </button>
      ) : (
        <span className="icon-space" />
      )}
      <div className="top-title">
        {init.properties.logo_url ? (
          <img className="logo" src={init.properties.logo_url} alt={init.account.name} height="24" />
        ) : (
          <span className="account" dir="auto">{init.account.name}</span>
        )}
        {place && <span className="place">{t('stepOf', place)}</span>}
      </div>
      {close && (
        <button type="button" className="icon-button" aria-label={t('close')} onClick={close}>
          <Cross />
        </button>
      )}
      {place && <progress className="progress" value={place.n} max={place.of} aria-hidden="true" />}
    </header>
  )
}
