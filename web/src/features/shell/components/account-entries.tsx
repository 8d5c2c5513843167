'use client'
import { Building2, CircleUserRound, Globe, Keyboard, Languages, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { AppInit } from '@/api/models'
import type { MenuEntry, OpenMenu } from '@/components/ui/menu-types'
import { MenuWindow } from '@/components/ui/menu-window'
import { languageName } from '@/lib/languages'
import { useRoleName } from '@/lib/role-name'
import { useSignOut } from '@/lib/sign-out'
import { setTheme, themes, useTheme } from '@/lib/theme'
import { useGo } from '@/lib/use-go'
import { useOpen } from '../overlays'

const icon = (Icon: typeof Sun) => <Icon aria-hidden className="size-4" />
const themeIcons = { light: Sun, dark: Moon, system: Monitor }

/** The open menu of the person who is signed in. */
export function AccountEntries({ session, ...menu }: { session: AppInit } & OpenMenu) {
  const roleName = useRoleName()
  const { userAvatar, account } = session
  return (
    <MenuWindow
      {...menu}
      entries={useAccountEntries(session)}
      head={
        <div className="max-w-72 border-b px-4 py-3 leading-snug">
          <p className="truncate text-sm font-medium">{userAvatar.name}</p>
          <p className="truncate text-xs text-faint">{userAvatar.email}</p>
          <p className="mt-1 truncate text-xs text-soft">
            {roleName(userAvatar.role)} · <bdi>{account.name}</bdi>
          </p>
        </div>
      }
    />
  )
}

/** What the reader can do about their own account, in the order of the menu. */
function useAccountEntries(session: AppInit): MenuEntry[] {
  const t = useTranslations('shell')
  const locale = useLocale()
  const go = useGo()
  const open = useOpen()
  const signOut = useSignOut()
  return [
    { id: 'profile', label: t('page_profile'), icon: icon(CircleUserRound), onAction: () => go('profile', {}) },
    ...(session.accounts.length > 1
      ? [
          {
            id: 'account',
            label: t('page_agentAccountChooser'),
            icon: icon(Building2),
            onAction: () => go('agentAccountChooser', {}),
          },
        ]
      : []),
    // Their own address shows staff the back office; this one shows what visitors see.
    {
      id: 'website',
      label: t('website'),
      icon: icon(Globe),
      onAction: () => void window.open('/experiences', '_blank', 'noopener'),
    },
    {
      id: 'language',
      label: t('language', { name: languageName(locale) }),
      icon: icon(Languages),
      onAction: () => open('language'),
    },
    { id: 'keys', label: t('keys'), icon: icon(Keyboard), onAction: () => open('keys') },
    ...useThemeEntries(),
    { id: 'signout', label: t('signOut'), icon: icon(LogOut), isAfterLine: true, onAction: signOut },
  ]
}

function useThemeEntries(): MenuEntry[] {
  const t = useTranslations('shell')
  const theme = useTheme()
  return themes.map((one, index) => ({
    id: `theme-${one}`,
    label: t(`theme_${one}`),
    icon: icon(themeIcons[one]),
    isChosen: one === theme,
    isAfterLine: index === 0,
    onAction: () => setTheme(one),
  }))
}
