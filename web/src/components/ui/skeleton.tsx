import { cx } from './cx'

/** A grey shape where something will stand in a moment. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden
      className={cx('animate-pulse-soft bg-sunken', !className.includes('rounded') && 'rounded-md', className)}
    />
  )
}
