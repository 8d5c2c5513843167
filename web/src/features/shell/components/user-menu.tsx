'use client'
import { useQueryClient } from '@tanstack/react-query'
import { CircleHelp, Languages, LogOut } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api } from '@/api/client'
import type { AppInit } from '@/api/models'
import { LanguageDialog } from '@/components/language-dialog'
import { Menu } from '@/components/ui/menu'
import { languageName } from '@/lib/languages'
import { href } from '@/routes'

type Props = { session: AppInit; onHelp: () => void; children: ReactElement }

export function UserMenu({ session, onHelp, children }: Props) {
  const t = useTranslations('shell')
  const locale = useLocale()
  const queries = useQueryClient()
  const [isChoosing, setChoosing] = useState(false)
  const signOut = async () => {
    // Leaving must work without a connection too: the next request finds out whether the session ended.
    await api.POST('/api/logout').catch(() => undefined)
    queries.clear()
    window.location.assign(href('signin', {}, locale))
  }
  return (
    <>
      <Menu
        label={session.userAvatar.name}
        entries={[
          {
            id: 'language',
            label: t('language', { name: languageName(locale) }),
            icon: <Languages aria-hidden className="size-4" />,
            onAction: () => setChoosing(true),
          },
          { id: 'help', label: t('keys'), icon: <CircleHelp aria-hidden className="size-4" />, onAction: onHelp },
          {
            id: 'signout',
            label: t('signOut'),
            icon: <LogOut aria-hidden className="size-4" />,
            isAfterLine: true,
            onAction: signOut,
          },
        ]}
      >
        {children}
      </Menu>
      <LanguageDialog isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </>
  )
}
