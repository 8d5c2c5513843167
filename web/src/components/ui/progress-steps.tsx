import { cx } from './cx'

type Props = { count: number; current: number; label: string }

/** How far one is: a bar a step, done ones filled. `current` counts from 1. */
export function ProgressSteps({ count, current, label }: Props) {
  return (
    <div>
      <p className="mb-2 text-sm text-faint">{label}</p>
      <div aria-hidden className="flex gap-1.5">
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={cx('h-1 grow rounded-full', index < current ? 'bg-accent' : 'bg-line')} />
        ))}
      </div>
    </div>
  )
}
