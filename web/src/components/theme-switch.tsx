'use client'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { setTheme, themes, useTheme } from '@/lib/theme'

const icons = { light: Sun, dark: Moon, system: Monitor }

/** Light, dark, or as the system has it: three buttons of which one is down. */
export function ThemeSwitch() {
  const t = useTranslations('shell')
  const theme = useTheme()
  return (
    <div role="group" aria-label={t('theme')} className="grid grid-cols-3 gap-1 rounded-md bg-sunken p-1">
      {themes.map((one) => {
        const Icon = icons[one]
        return (
          <button
            key={one}
            type="button"
            aria-pressed={one === theme}
            onClick={() => setTheme(one)}
            className="flex min-h-11 items-center justify-center gap-2 rounded-[6px] px-1 text-sm leading-tight text-soft aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-sm"
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {t(`theme_${one}`)}
          </button>
        )
      })}
    </div>
  )
}
