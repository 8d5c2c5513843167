'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey, ApiKeys } from '@/api/models'
import { CopyBox } from '@/components/copy-box'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { isOn } from '@/lib/features'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useScopeName } from '../scope-names'
import { KeyDeedDialog, type KeyDeed } from './key-deed-dialog'
import { KeyDialog } from './key-dialog'

/** The keys of the operator's programs. */
export function KeysCard({ keys }: { keys: ApiKeys }) {
  const t = useTranslations('developers')
  const [isAdding, setAdding] = useState(false)
  const isThere = isOn(useSession()?.featureFlags, 'api_keys')
  const [deed, setDeed] = useState<KeyDeed | null>(null)
  const cell = useCell(setDeed, isThere)
  const columns = [
    { id: 'name', name: t('name'), isRowHeader: true },
    { id: 'scopes', name: t('scopes') },
    { id: 'used', name: t('lastUsed') },
    { id: 'deeds', name: t('deeds'), isNameHidden: true, align: 'end' as const },
  ]
  const add = (
    <Button onPress={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {t('newKey')}
    </Button>
  )
  return (
    <Card title={t('keys')} actions={isThere && add}>
      {!isThere && <Stopped />}
      <p className="mb-3 max-w-prose text-soft text-pretty">{t('keysText')}</p>
      <div className="mb-4 max-w-xl space-y-1.5">
        <h3 className="text-sm font-medium">{t('baseUrl')}</h3>
        <CopyBox text={keys.base_url} label={t('baseUrl')} />
      </div>
      <SimpleTable
        label={t('keys')}
        columns={columns}
        rows={keys.keys}
        cell={cell}
        empty={<p className="text-faint">{t('noKeys')}</p>}
      />
      {isAdding && <KeyDialog scopes={keys.scopes} onClose={() => setAdding(false)} />}
      {deed && <KeyDeedDialog key={deed.apiKey.id} deed={deed} onClose={() => setDeed(null)} />}
    </Card>
  )
}

function Stopped() {
  const t = useTranslations('common')
  return (
    <div className="mb-4">
      <Notice tone="warn">{t('error_feature_off')}</Notice>
    </div>
  )
}

function useCell(onDeed: (deed: KeyDeed) => void, isThere: boolean) {
  const t = useTranslations('developers')
  const format = useFormat()
  const nameOf = useScopeName()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return (apiKey: ApiKey, column: string) => {
    if (column === 'name') {
      return (
        <span className="font-medium">
          <bdi>{apiKey.name}</bdi> <span className="font-normal text-faint">…{apiKey.last4}</span>
        </span>
      )
    }
    if (column === 'scopes') return format.list(apiKey.scopes.map(nameOf))
    if (column === 'used') return apiKey.last_used_at ? format.instant(apiKey.last_used_at, zone) : t('never')
    return (
      <span className="inline-flex gap-2">
        {isThere && (
          <Button size="sm" onPress={() => onDeed({ what: 'rotate', apiKey })}>
            {t('rotate')}
          </Button>
        )}
        <Button size="sm" look="danger" onPress={() => onDeed({ what: 'revoke', apiKey })}>
          {t('revoke')}
        </Button>
      </span>
    )
  }
}
