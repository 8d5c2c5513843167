'use client'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { articlesQuery } from './api'
import { HostArticles } from './host-articles'

type Props = { text: string; onChoose: (slug: string) => void }

/** What answers a text: our own articles, then those of whoever hosts this. */
export function PanelSearch({ text, onChoose }: Props) {
  const t = useTranslations('shell')
  const { data } = useQuery(articlesQuery(useDeferredValue(text), useLocale()))
  return (
    <>
      {data?.length === 0 && <p className="text-soft">{t('helpNone')}</p>}
      <ul aria-label={t('helpFind')}>
        {data?.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => onChoose(one.id)}
              className="block w-full rounded-md px-2 py-2 text-left hover:bg-sunken"
            >
              <span className="font-medium text-accent">{one.title}</span>
              <span className="mt-0.5 line-clamp-2 text-sm text-soft">{one.excerpt}</span>
            </button>
          </li>
        ))}
      </ul>
      <HostArticles text={text} />
    </>
  )
}
