import { Plus } from '../../icons'
import { removeOrder } from '../checkout/saving'
import { useBuilder } from '../context'
import type { TripOrder } from '../types'

/** Another party, another time, or without it. */
export function OrderTools({ order, isOnly }: { order: TripOrder; isOnly: boolean }) {
  const { t, state, purchase } = useBuilder()
  const { name } = order.experience
  const isBusy = state.busy !== null
  return (
    <div className="order-tools">
      <button
        type="button"
        className="link"
        disabled={isBusy}
        aria-label={`${t('change')}: ${name}`}
        onClick={() => purchase.store.dispatch({ type: 'orderOpened', order })}
      >
        {t('change')}
      </button>
      {!isOnly && (
        <button type="button" className="link" disabled={isBusy} aria-label={`${t('remove')}: ${name}`} onClick={() => void removeOrder(purchase, order.id)}>
          {t('remove')}
        </button>
      )}
    </div>
  )
}

/** One more activity in the same cart, where the operator has several. */
export function AddMore() {
  const { t, init, state, purchase } = useBuilder()
  if (init.experiences.filter(({ status }) => status.slug === 'live').length < 2) return null
  return (
    <button type="button" className="link add-more" disabled={state.busy !== null} onClick={() => purchase.store.dispatch({ type: 'anotherWanted' })}>
      <Plus />
      {t('addAnother')}
    </button>
  )
}
