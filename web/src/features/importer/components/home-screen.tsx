'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ImportFormat, ImportState } from '@/api/models'
import { SetupHeader } from '@/components/setup-header'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { useGo } from '@/lib/use-go'
import { detect, formatsQuery } from '../api'
import { isKind, kindsOf } from '../model'
import { DropPlace } from './drop-place'
import { KindCard } from './kind-card'
import { OpenImports } from './open-imports'

/** Where an operator's past comes in: a file dropped here, or one kind after the other. */
export function HomeScreen() {
  const t = useTranslations('importer')
  const { data, error, refetch } = useQuery(formatsQuery)
  return (
    <PageBody>
      <SetupHeader page="importer" title={t('title')} text={t('text')} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && <Home formats={kindsOf(data)} />}
    </PageBody>
  )
}

function Home({ formats }: { formats: ImportFormat[] }) {
  const t = useTranslations('importer')
  const go = useGo()
  const uploaded = async (state: ImportState) => {
    // What nobody can tell from its headings is chosen below, with the file at hand.
    const found = await detect(state.iej_id, null).catch(() => null)
    const guess = found?.object_guess ?? undefined
    go('importer', { importObject: isKind(guess) ? guess : 'customers' }, { query: `iej=${state.iej_id}` })
  }
  return (
    <div className="space-y-10">
      <section className="space-y-4">
        <DropPlace format={formats[0]} onUploaded={(state) => void uploaded(state)} />
        <Systems formats={formats} />
      </section>
      <OpenImports />
      <section aria-labelledby="import-kinds">
        <h2 id="import-kinds" className="text-lg font-semibold">
          {t('kinds')}
        </h2>
        <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">{t('order')}</p>
        <ol className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {formats.map((format, index) => (
            <KindCard key={format.object} format={format} place={index + 1} />
          ))}
        </ol>
      </section>
      <p className="text-sm text-faint">
        <AppLink to="importExportViewer" params={{}} className="text-accent underline">
          {t('allImports')}
        </AppLink>
      </p>
    </div>
  )
}

/** The systems whose exports are known by their headings. */
function Systems({ formats }: { formats: ImportFormat[] }) {
  const t = useTranslations('importer')
  const { list } = useFormat()
  const names = formats.flatMap((one) => one.presets.map((preset) => preset.name.split(':')[0] ?? preset.name))
  const known = [...new Set(names)]
  return known.length > 0 && <p className="text-sm text-pretty text-faint">{t('systems', { names: list(known) })}</p>
}
