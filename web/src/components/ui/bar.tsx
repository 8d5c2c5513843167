import { cx } from './cx'

/** A bar as long as a share of 100: drawn, because a style attribute in the page would be refused. */
export function Bar({ share, className }: { share: number; className: string }) {
  return (
    <svg aria-hidden className="absolute inset-0 size-full rtl:-scale-x-100">
      <rect width={`${share}%`} height="100%" className={cx('transition-[width]', className)} />
    </svg>
  )
}
