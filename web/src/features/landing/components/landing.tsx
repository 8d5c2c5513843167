'use client'
import { CalendarDays, CreditCard, UserCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { LanguageButton } from '@/components/language-button'
import { Mark } from '@/components/ui/brand'
import { buttonClass } from '@/components/ui/button-class'
import { AppLink } from '@/lib/app-link'
import { DayPicture } from './day-picture'

/** The front page of the platform: what it is, and the two doors. */
export function Landing() {
  const t = useTranslations('landing')
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-5 py-5 sm:px-8">
      <Header />
      <main className="grow">
        <div className="grid grid-cols-1 items-center gap-10 py-12 sm:py-20 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
          <div>
            <h1 className="text-4xl leading-[1.08] font-semibold tracking-tight text-balance sm:text-5xl">
              {t('title')}
            </h1>
            <p className="mt-5 max-w-xl text-lg text-soft text-pretty">{t('text')}</p>
            <div className="mt-8 flex flex-wrap items-center gap-4">
              <AppLink to="signup" params={{}} className={buttonClass('primary', 'lg')}>
                {t('start')}
              </AppLink>
              <p className="text-sm text-faint">{t('startNote')}</p>
            </div>
          </div>
          <DayPicture />
        </div>
        <Points />
      </main>
      <footer className="pb-4 sm:hidden">
        <LanguageButton />
      </footer>
    </div>
  )
}

function Header() {
  const t = useTranslations('landing')
  return (
    <header className="flex items-center justify-between gap-4">
      <span className="flex items-center gap-3 text-lg font-semibold">
        <Mark className="size-9" />
        Outfitter
      </span>
      <div className="flex items-center gap-1">
        <span className="hidden sm:block">
          <LanguageButton />
        </span>
        <AppLink to="apexSignin" params={{}} className={buttonClass('quiet')}>
          {t('signIn')}
        </AppLink>
      </div>
    </header>
  )
}

function Points() {
  const t = useTranslations('landing')
  const points = [
    { icon: CalendarDays, title: t('sellTitle'), text: t('sellText') },
    { icon: CreditCard, title: t('payTitle'), text: t('payText') },
    { icon: UserCheck, title: t('dayTitle'), text: t('dayText') },
  ]
  return (
    <ul className="grid gap-8 border-t py-12 sm:grid-cols-3">
      {points.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon aria-hidden className="size-6 text-accent" />
          <h2 className="mt-3 font-semibold">{title}</h2>
          <p className="mt-1 text-soft text-pretty">{text}</p>
        </li>
      ))}
    </ul>
  )
}
