'use client'
import { Bell, CircleUserRound, History, CircleHelp, Keyboard, Languages, LogOut, Moon, Sun } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { resultIcons } from '@/components/search/icons'
import { resultTypes } from '@/components/search/model'
import { setupAreasFor, type SetupPage } from '@/components/setup-areas'
import { listRecents } from '@/lib/recents'
import { useSession } from '@/lib/session'
import { useSignOut } from '@/lib/sign-out'
import { setTheme } from '@/lib/theme'
import { href, localizePath } from '@/routes'
import { creatablesFor } from '../creatables'
import type { Place } from '../nav'
import { useOpen } from '../overlays'
import { usePlaces } from '../use-place'
import type { Entry, EntryGroup } from './entries'

const iconOf = (type: string) => {
  const known = resultTypes.find((one) => one === type)
  return known ? resultIcons[known] : History
}

/** What was opened or found last, newest first. */
export function useRecentEntries(): Entry[] {
  const session = useSession()
  const locale = useLocale()
  if (!session) return []
  return listRecents(session)
    .slice(0, 6)
    .map(({ type, id, title, subtitle, url }) => ({
      id: `recent-${type}-${id}`,
      title,
      subtitle,
      icon: iconOf(type),
      url: localizePath(url, locale),
      recent: { type, id },
    }))
}

type Page = Pick<Entry, 'icon' | 'keys' | 'subtitle'> & { to: PageName }
type PageName = Place['to'] | SetupPage['to'] | 'profile' | 'notifications' | 'search'

/** Pages as lines of the palette. */
function usePages() {
  const t = useTranslations('shell')
  const locale = useLocale()
  return (pages: readonly Page[]): Entry[] =>
    pages.map(({ to, ...rest }) => ({ ...rest, id: to, title: t(`page_${to}`), url: href(to, {}, locale) }))
}

/** The places of the rail, and the reader's own pages. */
function usePlaceEntries(): Entry[] {
  const places = usePlaces() ?? []
  const own = [
    { to: 'profile', icon: CircleUserRound },
    { to: 'notifications', icon: Bell },
  ] as const
  const keyed = places.map(({ to, icon, key }) => ({ to, icon, keys: `g ${key}` }))
  return usePages()([...keyed, ...own])
}

/** The pages of set-up that are not places themselves. */
function useSetupEntries(): Entry[] {
  const session = useSession()
  const places = usePlaces() ?? []
  const pages = setupAreasFor(session?.permissions ?? [], session?.featureFlags).flatMap((area) => area.pages)
  return usePages()(pages.filter((page) => !places.some((place) => place.to === page.to)))
}

export function useCreateEntries(): Entry[] {
  const t = useTranslations('search')
  const locale = useLocale()
  const session = useSession()
  return creatablesFor(session?.permissions ?? [], session?.featureFlags).map((row) => ({
    id: `make-${row.id}`,
    title: t(`make_${row.id}`),
    icon: row.icon,
    url: href(row.to, {}, locale) + ('query' in row ? `?${row.query}` : ''),
  }))
}

export function useActionEntries(): Entry[] {
  const t = useTranslations('shell')
  const tc = useTranslations('common')
  const open = useOpen()
  const signOut = useSignOut()
  return [
    { id: 'help', title: t('helpHere'), icon: CircleHelp, keys: '?', action: () => open('help') },
    { id: 'keys', title: t('keys'), icon: Keyboard, action: () => open('keys') },
    { id: 'language', title: tc('chooseLanguage'), icon: Languages, action: () => open('language') },
    { id: 'dark', title: `${t('theme')}: ${t('theme_dark')}`, icon: Moon, action: () => setTheme('dark') },
    { id: 'light', title: `${t('theme')}: ${t('theme_light')}`, icon: Sun, action: () => setTheme('light') },
    { id: 'signout', title: t('signOut'), icon: LogOut, action: () => void signOut() },
  ]
}

/** Everything the palette knows without asking the server, in the order of an empty query. */
export function useLocalGroups(scope: 'search' | 'create'): EntryGroup[] {
  const t = useTranslations('search')
  const ts = useTranslations('shell')
  const recent = useRecentEntries()
  const places = usePlaceEntries()
  const setup = useSetupEntries()
  const create = useCreateEntries()
  const actions = useActionEntries()
  const creating = { id: 'create', title: t('create'), entries: create }
  if (scope === 'create') return [creating]
  return [
    { id: 'recent', title: t('recent'), entries: recent },
    { id: 'go', title: t('go'), entries: places },
    creating,
    { id: 'setup', title: ts('page_setup'), entries: setup },
    { id: 'do', title: t('do'), entries: actions },
  ]
}
