'use client'
import { useTranslations } from 'use-intl'
import type { WaiverVersion } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { useFormat } from '@/lib/use-format'
import { useSession } from '@/lib/session'
import { textOf } from '../text'

/** Every text a waiver had: what was signed can always be read again. */
export function Versions({ versions }: { versions: WaiverVersion[] }) {
  const t = useTranslations('waiverTemplates')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return (
    <Card title={t('versions')}>
      <ul className="divide-y">
        {versions.map((version) => (
          <li key={version.version}>
            <details className="group py-2">
              <summary className="flex min-h-11 cursor-pointer items-center gap-3">
                <span className="font-medium">{t('versionOf', { n: version.version })}</span>
                <span className="text-sm text-faint">{format.instant(version.created_at, zone)}</span>
              </summary>
              <p className="py-2 text-sm whitespace-pre-line text-soft">{textOf(version.body_html)}</p>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}
