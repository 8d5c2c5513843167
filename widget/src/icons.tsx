export { Arrow, Phone } from './arrow'

export function Globe() {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d="M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Zm0 0c2.2 2 3.2 4.5 3.2 7.5S12.2 15.5 10 17.5c-2.2-2-3.2-4.5-3.2-7.5S7.8 4.5 10 2.5ZM2.8 10h14.4" />
    </svg>
  )
}

export function Cross() {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="m5 5 10 10M15 5 5 15" />
    </svg>
  )
}

export function Plus() {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d="M10 4.5v11M4.5 10h11" />
    </svg>
  )
}

export function Minus() {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d="M4.5 10h11" />
    </svg>
  )
}

export function Check() {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="28" height="28" aria-hidden="true">
      <path d="m4.5 10.5 3.5 3.5 7.5-8" />
    </svg>
  )
}

export function Clock() {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path d="M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 6v4.2l2.8 1.6" />
    </svg>
  )
}
