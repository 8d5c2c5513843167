'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useLocale } from 'use-intl'
import { localize } from '@/routes'

const look = [
  'max-w-prose leading-relaxed [&>:first-child]:mt-0 [&>*]:mt-4',
  '[&_ol]:list-decimal [&_ul]:list-disc [&_li]:ms-5 [&_li]:mt-2 [&_li]:ps-1 [&_li]:marker:text-faint',
  '[&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2',
  '[&_kbd]:rounded-sm [&_kbd]:border [&_kbd]:bg-sunken [&_kbd]:px-1.5 [&_kbd]:py-0.5 [&_kbd]:text-sm',
].join(' ')

/** An article's text. Its links stay in this window and in the reader's language. */
export function Body({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  useLinksInside(ref)
  const localized = html.replace(/href="(\/[^"]*)"/g, (_, path: string) => `href="${localize(path, locale)}"`)
  // Our own text, from our own server, made of a handful of elements.
  return <div ref={ref} className={look} dangerouslySetInnerHTML={{ __html: localized }} />
}

/** Follow plain clicks on links as the rest of the office does: without loading the page anew. */
function useLinksInside(ref: React.RefObject<HTMLDivElement | null>) {
  const { push } = useRouter()
  useEffect(() => {
    const element = ref.current
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const path = link?.getAttribute('href')
      if (!path || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      push(path)
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [ref, push])
}
