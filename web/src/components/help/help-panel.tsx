'use client'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { SearchField } from '@/components/ui/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useHotkeys } from '@/lib/use-hotkeys'
import type { RouteName } from '@/routes'
import { articleQuery, articlesQuery } from './api'
import { Body } from './article-body'
import { articlesOf } from './page-articles'
import { PanelSearch } from './panel-search'

const place = [
  'fixed inset-x-0 bottom-0 z-40 flex max-h-[78dvh] flex-col rounded-t-xl border bg-raised shadow-float',
  'md:inset-y-0 md:left-auto md:max-h-none md:w-96 md:rounded-none md:border-y-0 md:border-r-0 print:hidden',
].join(' ')

type Panel = { route: RouteName | null; onClose: () => void; children: ReactNode }

/** The article about a screen, beside it: whoever reads can go on working, and the article stays. */
export function HelpPanel({ route, onClose, children }: Panel) {
  const t = useTranslations('shell')
  useHotkeys([{ keys: 'Escape', label: t('helpClose'), group: 'general', action: onClose }])
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    head.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <aside aria-labelledby="help-panel" className={place}>
      <header className="flex min-h-14 items-center justify-between gap-3 border-b pr-2 pl-5">
        <h2 ref={head} id="help-panel" tabIndex={-1} className="font-semibold outline-none">
          {t('page_help')}
        </h2>
        <IconButton label={t('helpClose')} onPress={onClose} className="size-11!">
          <X aria-hidden className="size-5" />
        </IconButton>
      </header>
      <Articles key={route} slugs={articlesOf(route)}>
        {children}
      </Articles>
    </aside>
  )
}

type ArticlesProps = { slugs: readonly string[]; children: ReactNode }

/** What the screen needs, or what was searched for. */
function Articles({ slugs, children }: ArticlesProps) {
  const t = useTranslations('shell')
  const [slug, setSlug] = useState(slugs[0] ?? '')
  const [text, setText] = useState('')
  const asked = text.trim()
  const choose = (one: string) => {
    setSlug(one)
    setText('')
  }
  return (
    <div key={slug} className="min-h-0 grow overflow-y-auto overscroll-contain px-5 pt-4 pb-6">
      <SearchField label={t('helpFind')} value={text} onChange={setText} className="mb-4" />
      {asked ? (
        <PanelSearch text={asked} onChoose={choose} />
      ) : (
        <Article slug={slug} slugs={slugs} onChoose={choose}>
          {children}
        </Article>
      )}
    </div>
  )
}

type ArticleProps = ArticlesProps & { slug: string; onChoose: (slug: string) => void }

/** One article in full, and the titles of what else concerns the screen. */
function Article({ slug, slugs, onChoose, children }: ArticleProps) {
  const t = useTranslations('shell')
  const { data, error, refetch } = useQuery(articleQuery(slug, useLocale()))
  return (
    <>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-72 rounded-xl" />}
      {data && (
        <article>
          <h3 className="pb-3 text-lg font-semibold text-balance">{data.title}</h3>
          <Body html={data.body_html} />
        </article>
      )}
      <Others slugs={slugs.filter((one) => one !== slug)} onChoose={onChoose} />
      <div className="mt-4 flex flex-wrap gap-x-5 border-t pt-3 text-sm">
        <AppLink to="help" params={{ article: slug }} prefetch={false} className={further}>
          <ExternalLink aria-hidden className="size-4" />
          {t('helpWhole')}
        </AppLink>
        <AppLink to="help" params={{}} prefetch={false} className={further}>
          {t('helpAll')}
        </AppLink>
      </div>
      {children}
    </>
  )
}

const further = 'inline-flex min-h-11 items-center gap-1.5 text-accent hover:underline'

function Others({ slugs, onChoose }: { slugs: readonly string[]; onChoose: (slug: string) => void }) {
  const t = useTranslations('shell')
  const { data } = useQuery(articlesQuery('', useLocale()))
  const shown = data?.filter((one) => slugs.includes(one.id)) ?? []
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('helpAlso')} className="mt-6 border-t pt-3">
      <h3 className="text-sm font-medium text-faint">{t('helpAlso')}</h3>
      <ul>
        {shown.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => onChoose(one.id)} className={`${further} text-left`}>
              {one.title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
