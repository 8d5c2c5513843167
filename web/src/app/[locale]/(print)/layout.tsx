import type { ReactNode } from 'react'

/** Paper: black on white whatever the screen around it looks like, and no office in the margins. */
export default function PrintLayout({ children }: { children: ReactNode }) {
  return <div className="min-h-dvh bg-surface text-ink">{children}</div>
}
