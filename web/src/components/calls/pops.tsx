'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '@/lib/session'
import { useHotkeys } from '@/lib/use-hotkeys'
import { PopCard } from './pop-card'
import type { Call } from './types'
import { useCaller } from './use-caller'

type Props = { calls: readonly Call[]; onDismiss: (id: number) => void; onTouch: (id: number) => void }

/**
 * Who is calling, over whatever the reader does: it takes no focus and covers nothing that is being typed.
 *
 * "r" goes to it; Esc inside puts the card away.
 */
export function Pops({ calls, onDismiss, onTouch }: Props) {
  const t = useTranslations('ringing')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const list = useRef<HTMLUListElement>(null)
  const toFirst = () => list.current?.querySelector<HTMLElement>('a, button')?.focus()
  useHotkeys([{ keys: 'r', label: t('keyGo'), group: 'general', action: toFirst }])
  return (
    <section
      aria-label={t('region')}
      className="fixed inset-x-2 top-15 z-40 md:inset-x-auto md:end-4 md:top-4 md:w-88 print:hidden"
    >
      <p role="status" className="sr-only">
        <Announcement call={calls[0]!} />
      </p>
      <ul ref={list} className="flex max-h-[calc(100dvh-9rem)] flex-col gap-2 overflow-y-auto">
        {calls.map((call) => (
          <li key={call.id}>
            <PopCard call={call} zone={zone} onDismiss={() => onDismiss(call.id)} onTouch={() => onTouch(call.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Announcement({ call }: { call: Call }) {
  const t = useTranslations('ringing')
  return t('announce', { name: useCaller()(call) })
}
