'use client'
import { useDeferredValue, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { setTheme, themes, useTheme } from '@/lib/theme'
import { useFormat } from '@/lib/use-format'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { groups } from './groups'
import { isFound, SearchContext } from './specimen'

/** Every part that screens are built from, in every state: for those who build and those who check. */
export function ComponentsScreen() {
  const t = useTranslations('components')
  useTitle(t('title'))
  // Nothing to show before the browser is there: a page of every control would be the heaviest of all.
  useRoute('components')
  const { locale } = useFormat()
  const [wanted, setWanted] = useState('')
  const [isRightToLeft, setRightToLeft] = useState(false)
  const [isNarrow, setNarrow] = useState(false)
  const found = useDeferredValue(wanted)
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')}>
        <ThemeSelect />
        <Switch isSelected={isRightToLeft} onChange={setRightToLeft}>
          {t('direction')}
        </Switch>
        <Switch isSelected={isNarrow} onChange={setNarrow}>
          {t('narrow')}
        </Switch>
      </PageHeader>
      <div className="gap-8 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <aside className="mb-6 lg:sticky lg:top-4 lg:mb-0 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto">
          <SearchField label={t('find')} value={wanted} onChange={setWanted} />
          <Index wanted={found} />
        </aside>
        {/* Arabic for the controls' own words and dates; the examples keep the language of the page. */}
        <I18nProvider locale={isRightToLeft ? 'ar-AE' : locale}>
          <div dir={isRightToLeft ? 'rtl' : 'ltr'} className={cx('min-w-0', isNarrow && 'max-w-90')}>
            <SearchContext value={found}>
              <Groups wanted={found} />
            </SearchContext>
          </div>
        </I18nProvider>
      </div>
    </PageBody>
  )
}

function ThemeSelect() {
  const t = useTranslations('components')
  const options = themes.map((id) => ({ id, name: t(`theme_${id}`) }))
  return <Select label={t('theme')} isLabelHidden options={options} value={useTheme()} onChange={setTheme} />
}

function Index({ wanted }: { wanted: string }) {
  const t = useTranslations('components')
  return (
    <nav aria-label={t('title')} className="mt-3 hidden text-sm lg:block">
      {groups.map((group) => {
        const names = group.names.filter((name) => isFound(wanted, name))
        return (
          names.length > 0 && (
            <div key={group.id} className="py-2">
              <p className="px-2 text-xs font-medium text-faint">{t(`group_${group.id}`)}</p>
              {names.map((name) => (
                <a
                  key={name}
                  href={`#${name}`}
                  className="block rounded-md px-2 py-1 text-soft hover:bg-sunken hover:text-ink"
                >
                  {name}
                </a>
              ))}
            </div>
          )
        )
      })}
    </nav>
  )
}

function Groups({ wanted }: { wanted: string }) {
  const t = useTranslations('components')
  const shown = groups.filter((group) => group.names.some((name) => isFound(wanted, name)))
  if (shown.length === 0) return <p className="py-16 text-center text-soft">{t('none')}</p>
  return shown.map(({ id, Show }) => (
    <section key={id} aria-labelledby={`group-${id}`} className="mb-10">
      <h2 id={`group-${id}`} className="mb-3 text-lg font-semibold">
        {t(`group_${id}`)}
      </h2>
      <div className="flex flex-col gap-4">
        <Show />
      </div>
    </section>
  ))
}
