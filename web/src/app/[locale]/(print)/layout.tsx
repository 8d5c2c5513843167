import type { ReactNode } from 'react'

/** A sheet and no office in the margins; on paper black on white whatever the screen looks like. */
export default function PrintLayout({ children }: { children: ReactNode }) {
  return <div className="min-h-dvh bg-surface text-ink">{children}</div>
}
