'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Transfer } from '@/api/models'
import { transfersQuery } from '@/components/transfers'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { AppLink } from '@/lib/app-link'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { isKind } from '../model'
import { useKindName } from '../use-words'

const open = ['uploaded', 'detecting', 'mapping', 'validating', 'ready', 'running']
const most = 3

/** What somebody began and left: found again here. */
export function OpenImports() {
  const t = useTranslations('importer')
  const { data = [] } = useQuery(transfersQuery)
  const mine = data.filter((one) => one.kind === 'import' && open.includes(one.status)).slice(0, most)
  if (mine.length === 0) return null
  return (
    <section aria-labelledby="open-imports">
      <h2 id="open-imports" className="mb-3 text-lg font-semibold">
        {t('open')}
      </h2>
      <ul className="divide-y rounded-xl border bg-surface">
        {mine.map((one) => (
          <OpenImport key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

function OpenImport({ one }: { one: Transfer }) {
  const t = useTranslations('importer')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const kindName = useKindName()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <bdi>{one.file_name}</bdi>
        </p>
        <p className="text-sm text-soft">
          {isKind(one.object) ? `${kindName(one.object)} · ` : ''}
          {format.instant(one.created_at, zone)}
        </p>
      </div>
      {one.status === 'running' && <Badge tone="accent">{t('running')}</Badge>}
      <AppLink
        to="importer"
        params={{ importObject: isKind(one.object) ? one.object : 'customers' }}
        query={`iej=${one.id}`}
        className={buttonClass('secondary', 'sm')}
      >
        {t('continue')}
      </AppLink>
    </li>
  )
}
