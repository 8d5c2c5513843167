'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WaiverVersion } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { languageName } from '@/lib/languages'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { textOf } from '../text'

/** Every text a waiver had, in every language: what was signed can always be read again. */
export function Versions({ versions }: { versions: WaiverVersion[] }) {
  const t = useTranslations('waiverTemplates')
  return (
    <Card title={t('versions')}>
      <ul className="divide-y">
        {versions.map((version) => (
          <Version key={version.version} version={version} />
        ))}
      </ul>
    </Card>
  )
}

function Version({ version }: { version: WaiverVersion }) {
  const t = useTranslations('waiverTemplates')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const languages = format.list(version.texts.map((one) => languageName(one.locale)))
  return (
    <li>
      <details className="group py-2">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3">
          <span className="font-medium">{t('versionOf', { n: version.version })}</span>
          <span className="text-sm text-faint">{format.instant(version.created_at, zone)}</span>
          <span className="text-sm text-faint">{languages}</span>
        </summary>
        <Texts texts={version.texts} />
      </details>
    </li>
  )
}

function Texts({ texts }: Pick<WaiverVersion, 'texts'>) {
  const t = useTranslations('waiverTemplates')
  const [shown, show] = useState(texts[0]?.locale ?? 'en')
  const text = texts.find((one) => one.locale === shown)
  const body = (
    <p lang={shown} dir="auto" className="py-2 text-sm whitespace-pre-line text-soft">
      {textOf(text?.body_html ?? '')}
    </p>
  )
  if (texts.length < 2) return body
  return (
    <Tabs
      label={t('locale')}
      items={texts.map(({ locale }) => ({ id: locale, label: languageName(locale) }))}
      value={shown}
      onChange={show}
    >
      {body}
    </Tabs>
  )
}
