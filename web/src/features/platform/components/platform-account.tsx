'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown, KeyRound, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LanguageButton } from '@/components/language-button'
import { platformQuery } from '@/components/platform/api'
import { useSignOutOfPlatform } from '@/components/platform/sign-out'
import { ThemeSwitch } from '@/components/theme-switch'
import { Avatar } from '@/components/ui/avatar'
import { Drawer } from '@/components/ui/drawer'
import { Press } from '@/components/ui/press'
import { Skeleton } from '@/components/ui/skeleton'
import { AppLink } from '@/lib/app-link'

const row = 'flex min-h-12 w-full items-center gap-3 rounded-md px-2 text-left font-medium hover:bg-sunken'

/** Who is signed in at the platform's desk; opens what concerns the person. */
export function PlatformAccount() {
  const t = useTranslations('platform')
  const { data } = useQuery(platformQuery)
  const [isOpen, setOpen] = useState(false)
  const signOut = useSignOutOfPlatform()
  if (!data) return <Skeleton className="m-1.5 h-9" />
  return (
    <>
      <Press
        aria-label={data.name}
        onPress={() => setOpen(true)}
        className="flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-sunken pointer-coarse:min-h-11"
      >
        <Avatar name={data.name} color="gray" />
        <span className="min-w-0 grow leading-tight">
          <span className="block truncate text-sm font-medium">{data.name}</span>
          <span className="block truncate text-xs text-faint">{data.email}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
      </Press>
      <Drawer title={data.name} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="flex flex-col gap-0.5">
          <AppLink to="platformSecurity" params={{}} onClick={() => setOpen(false)} className={row}>
            <KeyRound aria-hidden className="size-5 shrink-0 text-soft" />
            {t('page_platformSecurity')}
          </AppLink>
          <button type="button" onClick={() => void signOut()} className={row}>
            <LogOut aria-hidden className="size-5 shrink-0 text-soft" />
            {t('signOut')}
          </button>
          <div className="flex flex-col gap-4 px-2 pt-4">
            <ThemeSwitch />
            <LanguageButton />
          </div>
        </div>
      </Drawer>
    </>
  )
}
