import { experienceOf, type Model } from '../model'

/** Staff who may sell more than there is choose whether they see what is sold out. */
export function SoldOutSwitch({ model: { ui, state, dispatch } }: { model: Model }) {
  if (!ui.init.isAuthenticated || !experienceOf(state)?.is_allow_manual_overbooking) return null
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={state.showFull}
        onChange={(event) => dispatch({ type: 'fullToggled', showFull: event.currentTarget.checked })}
      />
      {ui.t('showSoldOut')}
    </label>
  )
}
