import { ways, type Way } from './types'

const place = 'outfitter:pay-way'

/** What was last taken on this machine: a desk with a drawer takes cash, another one cards. */
export function lastWay(otherwise: Way): Way {
  try {
    const kept = localStorage.getItem(place)
    return ways.find((one) => one === kept) ?? otherwise
  } catch {
    return otherwise
  }
}

export function rememberWay(way: Way) {
  try {
    localStorage.setItem(place, way)
  } catch {
    // A browser that keeps nothing begins with the usual one.
  }
}
