import { knownPrice } from '../../price'
import { Picture } from '../../picture'
import type { Experience } from '../../types'
import type { Model } from '../model'

function Card({ one, model: { ui, dispatch } }: { one: Experience; model: Model }) {
  const price = knownPrice(ui, one)
  return (
    <button type="button" className="card-button" onClick={() => dispatch({ type: 'experienceChosen', id: one.id })}>
      {one.hero_image && <Picture url={one.hero_image} className="thumb" sizes="64px" side={96} />}
      <span className="card-text">
        <span className="card-name" dir="auto">{one.name}</span>
        {price && <span className="card-price">{price}</span>}
      </span>
    </button>
  )
}

/** The activities with their photographs: choosing one shows its days. */
export function Shelf({ model }: { model: Model }) {
  return (
    <ul className="cards">
      {[...model.state.experiences.values()].map((one) => (
        <li key={one.id}>
          <Card one={one} model={model} />
        </li>
      ))}
    </ul>
  )
}
