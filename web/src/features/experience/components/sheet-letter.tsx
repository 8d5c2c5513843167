import { cx } from '@/components/ui/cx'

/** The letter that stands for a rate sheet in the plan. */
export function SheetLetter({ letter, isOff }: { letter: string; isOff?: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'mt-0.5 inline-grid size-5 shrink-0 place-items-center rounded text-xs font-semibold',
        isOff ? 'bg-sunken text-faint' : 'bg-accent-wash text-accent',
      )}
    >
      {letter}
    </span>
  )
}
