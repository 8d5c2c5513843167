'use client'
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ExperienceFull } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { useRoute } from '@/lib/use-route'
import { WarmLink } from '@/lib/warm-link'
import { href } from '@/routes'
import { partOf, parts, type Part } from '../parts'
import { ExperienceFrame, Waiting } from './frame'

export type PartProps = { experience: ExperienceFull }

// A part's forms come with the part: the page itself stays light.
const panels: Record<Part, ComponentType<PartProps>> = {
  basics: lazy(() => import('./basics-part')),
  guests: lazy(() => import('./guests-part')),
  texts: lazy(() => import('./texts-part')),
  images: lazy(() => import('./images-part')),
  rates: lazy(() => import('./rates-part')),
  payment: lazy(() => import('./payment-part')),
  addons: lazy(() => import('./addons-part')),
  resources: lazy(() => import('./resources-part')),
  fields: lazy(() => import('./fields-part')),
  waivers: lazy(() => import('./waivers-part')),
}

/** Everything that makes up an experience, one part at a time. */
export function EditScreen() {
  return <ExperienceFrame page="experienceEdit">{(experience) => <Editor experience={experience} />}</ExperienceFrame>
}

function Editor({ experience }: PartProps) {
  const part = partOf(useRoute('experienceEdit')?.part)
  const Panel = panels[part]
  return (
    <div className="gap-8 md:grid md:grid-cols-[11rem_minmax(0,1fr)]">
      <Parts experience={experience} current={part} />
      <Suspense fallback={<Waiting />}>
        <Panel key={part} experience={experience} />
      </Suspense>
    </div>
  )
}

function Parts({ experience, current }: PartProps & { current: Part }) {
  const t = useTranslations('experience')
  const locale = useLocale()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-current]')
    // On a phone the parts stand in one line: the open one is brought into view.
    if (open && list.current) list.current.scrollLeft = open.offsetLeft - list.current.clientWidth / 3
  }, [current])
  return (
    <nav
      ref={list}
      aria-label={t('parts')}
      className="relative -mx-4 mb-5 flex gap-1.5 overflow-x-auto px-4 [scrollbar-width:none] md:sticky md:top-6 md:mx-0 md:mb-0 md:flex-col md:self-start md:px-0"
    >
      {parts.map((part) => (
        <WarmLink
          key={part}
          href={href('experienceEdit', { experience: String(experience.id), part }, locale)}
          aria-current={part === current ? 'page' : undefined}
          className={cx(
            'flex min-h-10 shrink-0 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap pointer-coarse:min-h-11 max-md:border',
            part === current
              ? 'bg-accent-wash text-accent max-md:border-accent'
              : 'text-soft hover:bg-sunken hover:text-ink',
          )}
        >
          {t(`part_${part}`)}
        </WarmLink>
      ))}
    </nav>
  )
}
