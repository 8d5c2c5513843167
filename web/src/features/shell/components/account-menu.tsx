'use client'
import {
  Building2,
  ChevronsUpDown,
  CircleUserRound,
  Keyboard,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Sun,
} from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { AppInit } from '@/api/models'
import { Avatar } from '@/components/ui/avatar'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { Press } from '@/components/ui/press'
import { Skeleton } from '@/components/ui/skeleton'
import { languageName } from '@/lib/languages'
import { useRoleName } from '@/lib/role-name'
import { useSession } from '@/lib/session'
import { useSignOut } from '@/lib/sign-out'
import { setTheme, themes, useTheme } from '@/lib/theme'
import { useGo } from '@/lib/use-go'
import { exists } from '@/routes'
import { useOpen } from '../overlays'

export const themeIcons = { light: Sun, dark: Moon, system: Monitor }

/** Who is signed in, at the foot of the rail; opens what concerns the person. */
export function AccountButton() {
  const session = useSession()
  const roleName = useRoleName()
  if (!session) return <AccountSkeleton />
  const { userAvatar } = session
  return (
    <AccountMenu session={session}>
      <Press
        aria-label={userAvatar.name}
        className="flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-sunken in-data-[rail=slim]:justify-center in-data-[rail=slim]:p-0.5 pointer-coarse:min-h-11"
      >
        <Avatar name={userAvatar.name} color={userAvatar.color} />
        <span className="min-w-0 grow leading-tight in-data-[rail=slim]:hidden">
          <span className="block truncate text-sm font-medium">{userAvatar.name}</span>
          <span className="block truncate text-xs text-faint">{roleName(userAvatar.role)}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint in-data-[rail=slim]:hidden" />
      </Press>
    </AccountMenu>
  )
}

function AccountSkeleton() {
  return (
    <div className="flex items-center gap-2.5 p-1.5 in-data-[rail=slim]:justify-center in-data-[rail=slim]:p-0.5">
      <Skeleton className="size-9 shrink-0 rounded-full!" />
      <Skeleton className="h-4 grow in-data-[rail=slim]:hidden" />
    </div>
  )
}

function AccountMenu({ session, children }: { session: AppInit; children: React.ReactElement }) {
  const roleName = useRoleName()
  const { userAvatar, account } = session
  return (
    <Menu
      label={userAvatar.name}
      entries={useAccountEntries(session)}
      head={
        <div className="max-w-72 border-b px-4 py-3 leading-snug">
          <p className="truncate text-sm font-medium">{userAvatar.name}</p>
          <p className="truncate text-xs text-faint">{userAvatar.email}</p>
          <p className="mt-1 truncate text-xs text-soft">
            {roleName(userAvatar.role)} · {account.name}
          </p>
        </div>
      }
    >
      {children}
    </Menu>
  )
}

/** What the reader can do about their own account, in the order of the menu. */
function useAccountEntries(session: AppInit): MenuEntry[] {
  const t = useTranslations('shell')
  const locale = useLocale()
  const go = useGo()
  const open = useOpen()
  const signOut = useSignOut()
  const theme = useTheme()
  const icon = (Icon: typeof Sun) => <Icon aria-hidden className="size-4" />
  return [
    ...(exists('profile')
      ? [{ id: 'profile', label: t('page_profile'), icon: icon(CircleUserRound), onAction: () => go('profile', {}) }]
      : []),
    ...(session.accounts.length > 1 && exists('agentAccountChooser')
      ? [
          {
            id: 'account',
            label: t('page_agentAccountChooser'),
            icon: icon(Building2),
            onAction: () => go('agentAccountChooser', {}),
          },
        ]
      : []),
    {
      id: 'language',
      label: t('language', { name: languageName(locale) }),
      icon: icon(Languages),
      onAction: () => open('language'),
    },
    { id: 'keys', label: t('keys'), icon: icon(Keyboard), onAction: () => open('keys') },
    ...themes.map((one, index) => ({
      id: `theme-${one}`,
      label: t(`theme_${one}`),
      icon: icon(themeIcons[one]),
      isChosen: one === theme,
      isAfterLine: index === 0,
      onAction: () => setTheme(one),
    })),
    { id: 'signout', label: t('signOut'), icon: icon(LogOut), isAfterLine: true, onAction: signOut },
  ]
}
