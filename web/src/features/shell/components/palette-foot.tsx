'use client'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import type { useGroups } from '../palette/use-groups'

type NewsProps = { state: ReturnType<typeof useGroups>; query: string; count: number }

/** What is not a line: nothing found, no answer, and the count for those who listen. */
export function PaletteNews({ state, query, count }: NewsProps) {
  const t = useTranslations('search')
  const isNothing = !state.isFound && !state.isWaiting && !state.error && query.trim() !== ''
  return (
    <>
      {state.isWaiting && !state.isFound && <Waiting />}
      <p role="status" className="sr-only">
        {!state.isWaiting && query.trim() !== '' && t('found', { count })}
      </p>
      {isNothing && (
        <div className="px-6 py-6 text-center">
          <p className="font-medium">{t('nothing', { text: query.trim() })}</p>
          <p className="mt-1 text-sm text-pretty text-soft">{t('nothingText')}</p>
        </div>
      )}
      {state.error && (
        <p role="alert" className="border-t bg-warn-wash px-4 py-2 text-sm text-warn">
          {t('failed')}
        </p>
      )}
    </>
  )
}

/** The shape of results while the first ones are on their way. */
function Waiting() {
  return (
    <div className="space-y-2 px-4 py-3">
      <Skeleton className="h-7" />
      <Skeleton className="h-7 w-4/5" />
      <Skeleton className="h-7 w-3/5" />
    </div>
  )
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of the palette itself, for those who have a keyboard. */
export function PaletteFoot() {
  const t = useTranslations('search')
  const hints = [
    ['↑↓', t('hintChoose')],
    ['↵', t('hintOpen')],
    [isApple() ? '⌘↵' : 'Ctrl ↵', t('hintTab')],
    ['Esc', t('hintClose')],
  ]
  return (
    <p
      aria-hidden
      className="hidden shrink-0 gap-4 border-t px-4 py-2 text-xs text-faint sm:flex pointer-coarse:hidden!"
    >
      {hints.map(([key, text]) => (
        <span key={key}>
          <kbd className="font-sans font-medium">{key}</kbd> {text}
        </span>
      ))}
    </p>
  )
}
