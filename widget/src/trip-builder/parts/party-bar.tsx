import { get } from '../../api'
import { Minus, Plus } from '../../icons'
import { useBuilder, useLoad } from '../context'
import { kindsOf, partyCnt, type Kind } from '../party'
import type { PriceList } from '../types'

/** More come in a group, and groups are booked by telephone. */
const MOST = 50

function Guests({ kind }: { kind: Kind }) {
  const { t, state, purchase } = useBuilder()
  const { id, name: plain } = kind.customer_type
  const name = kind.label || plain
  const qty = state.party[id] ?? 0
  const step = (direction: 1 | -1) => () => purchase.store.dispatch({ type: 'partyChanged', customerTypeId: id, qty: qty + direction })
  const ages = [kind.min_age ?? 0, kind.max_age] as const
  const age = ages[1] !== null ? (ages[0] > 0 ? t('age', { min: ages[0], max: ages[1] }) : t('ageTo', { max: ages[1] })) : ages[0] > 0 ? t('ageFrom', { min: ages[0] }) : null
  return (
    <div className="party-kind" role="group" aria-label={name}>
      <span>
        <bdi>{name}</bdi>
        {age && <small>{age}</small>}
      </span>
      <span className="stepper-buttons">
        <button type="button" className="round" aria-label={t('removeOne', { name })} disabled={qty === 0} onClick={step(-1)}>
          <Minus />
        </button>
        <output className="stepper-count" aria-live="polite">
          {qty}
        </output>
        <button type="button" className="round" aria-label={t('addOne', { name })} disabled={partyCnt(state.party) >= MOST} onClick={step(1)}>
          <Plus />
        </button>
      </span>
    </div>
  )
}

/** Who is coming, asked first: the days and activities below have room for all of them. */
export function PartyBar() {
  const { t, state, init, experience } = useBuilder()
  const free = init.experiences.map(({ next_available_date }) => next_available_date).filter((date) => date !== null).sort()
  const date = experience?.next_available_date ?? free[0] ?? state.date
  const path = `/api/prices/getForDate/${date}/ecommerce${experience ? `?experience_id=${experience.id}` : ''}`
  const { data } = useLoad(path, () => get<PriceList[]>(path))
  return (
    <section className="party" aria-labelledby="party-title">
      <h2 className="heading" id="party-title">
        {t('guestsTitle')}
      </h2>
      <div className="party-kinds">
        {data ? kindsOf(data).map((kind) => <Guests key={kind.customer_type.id} kind={kind} />) : <span className="bone slot-bone" />}
      </div>
    </section>
  )
}
