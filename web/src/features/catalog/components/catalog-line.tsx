'use client'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'

type Props = {
  name: string
  onOpen: () => void
  onRemove: () => void
  /** Behind the name: states in words. */
  badges?: ReactNode
  /** Below the name. */
  facts?: ReactNode
  /** In front of it. */
  picture?: ReactNode
  /** Buttons before the bin. */
  children?: ReactNode
}

/** One row of a list: what it says opens it, the bin takes it out of use. */
export function CatalogLine({ name, onOpen, onRemove, badges, facts, picture, children }: Props) {
  const t = useTranslations('experience')
  return (
    <div className="flex flex-wrap items-center gap-x-1 sm:flex-nowrap">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-11 min-w-0 grow basis-[calc(100%-3.25rem)] items-center gap-3 rounded-md px-2 py-1 text-start hover:bg-sunken sm:basis-0"
      >
        {picture}
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
            {badges}
          </span>
          {facts && <span className="block text-sm text-soft tabular-nums">{facts}</span>}
        </span>
      </button>
      {children && <div className="ps-2 pb-1 max-sm:order-1 max-sm:basis-full sm:p-0">{children}</div>}
      <IconButton label={t('archiveNamed', { name })} onPress={onRemove}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
