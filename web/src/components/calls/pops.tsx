'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useSession } from '@/lib/session'
import { useIsStanding } from '@/lib/standing'
import { useHotkeys } from '@/lib/use-hotkeys'
import { PopCard } from './pop-card'
import type { Call } from './types'
import { useCaller } from './use-caller'
import { useHasKeyboard } from './use-has-keyboard'

const places = {
  aboveBar: 'bottom-48 md:bottom-24',
  below: 'bottom-[calc(64px+env(safe-area-inset-bottom))] md:bottom-4',
}

type Props = { calls: readonly Call[]; onDismiss: (id: number) => void; onTouch: (id: number) => void }

/**
 * Who is calling, over whatever the reader does: it takes no focus and covers nothing that is being typed.
 *
 * Where a page has its buttons it does not stand: they are at the top, and in bars at the bottom, above which it
 * goes. On a phone it is at the top only while a keyboard would hide it.
 *
 * "r" goes to it; Esc inside puts the card away.
 */
export function Pops({ calls, onDismiss, onTouch }: Props) {
  const t = useTranslations('ringing')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const isBarThere = useIsStanding('bar')
  const hasKeyboard = useHasKeyboard()
  const list = useRef<HTMLUListElement>(null)
  const toFirst = () => list.current?.querySelector<HTMLElement>('a, button')?.focus()
  useHotkeys([{ keys: 'r', label: t('keyGo'), group: 'general', action: toFirst }])
  return (
    <section
      aria-label={t('region')}
      className={cx(
        'fixed inset-x-2 z-40 md:inset-x-auto md:start-4 md:w-88 print:hidden',
        isBarThere ? places.aboveBar : places.below,
        hasKeyboard && 'max-md:top-15 max-md:bottom-auto',
      )}
    >
      <p role="status" className="sr-only">
        <Announcement call={calls[0]!} />
      </p>
      <ul ref={list} className="flex max-h-[calc(100dvh-15rem)] flex-col gap-2 overflow-y-auto">
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
