'use client'
import { useTranslations } from 'use-intl'
import { Dialog } from '@/components/ui/dialog'
import type { NavItem } from '../nav'

export function HelpDialog({ items, isOpen, onClose }: { items: NavItem[]; isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('shell')
  const rows = [
    ...items.map((item) => ({ keys: ['g', item.key], text: t('goTo', { place: t(item.to) }) })),
    { keys: ['←', '→'], text: t('keyDays') },
    { keys: ['t'], text: t('keyToday') },
    { keys: ['?'], text: t('keyHelp') },
    { keys: ['Esc'], text: t('keyEsc') },
  ]
  return (
    <Dialog title={t('keys')} isOpen={isOpen} onClose={onClose}>
      <dl className="divide-y">
        {rows.map((row) => (
          <div key={row.text} className="flex min-h-11 items-center justify-between gap-4">
            <dt className="text-soft">{row.text}</dt>
            <dd className="flex gap-1">
              {row.keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded border border-b-2 bg-sunken px-2 py-0.5 text-center font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
