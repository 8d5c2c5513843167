'use client'
import { Building2, CircleUserRound, Languages, LogOut, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { AppInit } from '@/api/models'
import { Avatar } from '@/components/ui/avatar'
import { cx } from '@/components/ui/cx'
import { Drawer } from '@/components/ui/drawer'
import { AppLink } from '@/lib/app-link'
import { languageName } from '@/lib/languages'
import { useRoleName } from '@/lib/role-name'
import { useSession } from '@/lib/session'
import { useSignOut } from '@/lib/sign-out'
import { type RouteName } from '@/routes'
import type { Place } from '../nav'
import { useOpen } from '../overlays'
import { usePlaces } from '../use-place'
import { usePlaceLink } from './place-link'
import { ThemeSwitch } from '@/components/theme-switch'

const row = 'flex min-h-12 w-full items-center gap-3 rounded-md px-2 text-left font-medium'

/** Everything the bar below has no room for. */
export function MoreSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('shell')
  const session = useSession()
  const places = usePlaces() ?? []
  return (
    <Drawer title={t('more')} isOpen={isOpen} onClose={onClose}>
      <nav aria-label={t('more')} className="grid grid-cols-2 gap-x-2 border-b pb-3" onClick={onClose}>
        {places.map((place) => (
          <SheetPlace key={place.to} place={place} />
        ))}
      </nav>
      {session && <Account session={session} onClose={onClose} />}
    </Drawer>
  )
}

function SheetPlace({ place }: { place: Place }) {
  const { label, isCurrent, props } = usePlaceLink(place)
  return (
    <AppLink {...props} className={cx(row, isCurrent ? 'bg-accent-wash text-accent' : 'text-ink')}>
      <place.icon aria-hidden className={cx('size-5 shrink-0', !isCurrent && 'text-soft')} />
      <span className="min-w-0 break-words hyphens-auto">{label}</span>
    </AppLink>
  )
}

function Account({ session, onClose }: { session: AppInit; onClose: () => void }) {
  const t = useTranslations('shell')
  const locale = useLocale()
  const roleName = useRoleName()
  const open = useOpen()
  const signOut = useSignOut()
  const { userAvatar, accounts } = session
  return (
    <div className="flex flex-col gap-0.5 pt-4">
      <div className="flex items-center gap-3 px-2 pb-2">
        <Avatar name={userAvatar.name} color={userAvatar.color} />
        <p className="min-w-0 leading-tight">
          <span className="block truncate font-medium">{userAvatar.name}</span>
          <span className="block truncate text-sm text-faint">{roleName(userAvatar.role)}</span>
        </p>
      </div>
      <SheetLink to="profile" icon={CircleUserRound} label={t('page_profile')} onClose={onClose} />
      {accounts.length > 1 && (
        <SheetLink to="agentAccountChooser" icon={Building2} label={t('page_agentAccountChooser')} onClose={onClose} />
      )}
      <SheetButton icon={Languages} onPress={() => open('language')}>
        {t('language', { name: languageName(locale) })}
      </SheetButton>
      <SheetButton icon={LogOut} onPress={signOut}>
        {t('signOut')}
      </SheetButton>
      <div className="px-2 pt-3">
        <ThemeSwitch />
      </div>
    </div>
  )
}

type LinkProps = {
  to: Extract<RouteName, 'profile' | 'agentAccountChooser'>
  icon: LucideIcon
  label: string
  onClose: () => void
}

function SheetLink({ to, icon: Icon, label, onClose }: LinkProps) {
  return (
    <AppLink to={to} params={{}} prefetch={false} onClick={onClose} className={row}>
      <Icon aria-hidden className="size-5 shrink-0 text-soft" />
      {label}
    </AppLink>
  )
}

function SheetButton({
  icon: Icon,
  onPress,
  children,
}: {
  icon: LucideIcon
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button type="button" onClick={onPress} className={row}>
      <Icon aria-hidden className="size-5 shrink-0 text-soft" />
      {children}
    </button>
  )
}
