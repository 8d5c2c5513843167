'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useHotkeyList, type Hotkey } from '@/lib/use-hotkeys'

type Line = Pick<Hotkey, 'keys' | 'label'>

/** All keys that work on the screen, the screen's own first. */
export function KeyList({ className }: { className: string }) {
  const t = useTranslations('shell')
  const keys = useHotkeyList().filter((one) => one.keys !== 'Escape')
  const of = (group: NonNullable<Hotkey['group']>) => keys.filter((one) => (one.group ?? 'screen') === group)
  return (
    <div className={cx('grid gap-y-5', className)}>
      <div className="space-y-5">
        <Keys title={t('keysScreen')} lines={of('screen')} />
        <Keys title={t('keysGeneral')} lines={[...of('general'), { keys: 'Escape', label: t('keyEsc') }]} />
      </div>
      <Keys title={t('keysGo')} lines={of('go')} />
    </div>
  )
}

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="pb-1 text-sm font-semibold">{title}</h3>
      <dl className="divide-y">
        {lines.map((line) => (
          <div key={line.keys} className="flex min-h-10 items-center justify-between gap-4">
            <dt className="text-sm text-soft">{line.label}</dt>
            <dd>
              <KeyCaps keys={line.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const signs: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Enter: '↵',
  ' ': '␣',
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

function KeyCaps({ keys }: { keys: string }) {
  const t = useTranslations('shell')
  const isTogether = keys.startsWith('mod+')
  const parts = isTogether ? [isApple() ? '⌘' : 'Ctrl', keys.slice(4).toUpperCase()] : keys.split(' ').filter(Boolean)
  return (
    <span className="flex items-center gap-1.5">
      {(parts.length ? parts : [' ']).map((part, index) => (
        <span key={part} className="flex items-center gap-1.5">
          {index > 0 && !isTogether && <span className="text-xs text-faint">{t('keyThen')}</span>}
          <kbd className="min-w-7 rounded border border-b-2 bg-sunken px-1.5 py-0.5 text-center font-sans text-sm">
            {signs[part] ?? part}
          </kbd>
        </span>
      ))}
    </span>
  )
}
