'use client'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/page-header'
import { useDebounced } from '@/lib/use-debounced'
import { previewOf, type Look, type Wish } from '../code'

/** Without our cookies, where the browser can leave them out: what a visitor sees, not what staff do. */
const AS_A_VISITOR = { credentialless: '' }

/** What the pasted lines show, alive, also in a look that is not saved yet. */
export function Preview({ wish, look }: { wish: Wish; look: Look | null }) {
  const t = useTranslations('embed')
  const address = useDebounced(previewOf(wish, look), 300)
  const isBehind = wish.mode === 'button' || wish.mode === 'link'
  return (
    <Card title={t('preview')}>
      {isBehind ? (
        <div className="grid place-items-center gap-4 rounded-md border px-4 py-16 text-center">
          <p className="max-w-sm text-sm text-soft text-pretty">{t('previewBehind')}</p>
          <a href={address} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
            {t('bookNow')}
            <ExternalLink aria-hidden className="size-4" />
          </a>
        </div>
      ) : (
        <iframe
          {...AS_A_VISITOR}
          key={address}
          src={address}
          title={t('preview')}
          className={`w-full rounded-md border ${wish.mode === 'compact' ? 'h-[480px]' : 'h-[760px]'}`}
        />
      )}
    </Card>
  )
}
