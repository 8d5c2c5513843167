'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { dotted } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { restoreVersion, templateQuery, templatesQuery, versionsQuery } from '../api'
import type { TemplateFull, TemplateVersion } from '../types'
import { formOf, type TemplateValues } from '../values'

type Props = { template: TemplateFull; main: string }

/** Everything a template ever said, the newest first; each can be brought back. */
export function Versions({ template, main }: Props) {
  const t = useTranslations('templateEditor')
  const { data } = useQuery(versionsQuery(template.id))
  return (
    <Card title={t('versions')}>
      {!data && <Skeleton className="h-12" />}
      {data?.length === 0 && <p className="text-sm text-soft">{t('noVersions')}</p>}
      <ul className="-my-2 divide-y empty:hidden">
        {data?.map((version) => (
          <Version key={version.version} {...{ version, template, main }} />
        ))}
      </ul>
    </Card>
  )
}

function Version({ version, template, main }: Props & { version: TemplateVersion }) {
  const t = useTranslations('templateEditor')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const restore = useRestore({ template, main })
  const isCurrent = version.is_present
  const when = version.created_at ? format.instant(version.created_at, zone) : null
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="font-medium">
        {version.version === 0 ? t('shippedVersion') : t('versionOf', { n: version.version })}
      </span>
      <span className="grow text-sm text-faint">
        {dotted([
          when,
          version.author_name,
          version.restored_from !== null && t('restoredFrom', { n: version.restored_from }),
        ])}
      </span>
      {isCurrent ? (
        <Badge tone="good">{t('inUse')}</Badge>
      ) : (
        <Button
          size="sm"
          aria-label={t('restoreVersion', { n: version.version })}
          onPress={() => restore.mutate({ template: template.id, version: version.version })}
          isPending={restore.isPending}
        >
          <RotateCcw aria-hidden className="size-4" />
          {t('restore')}
        </Button>
      )}
    </li>
  )
}

/** Brings an old version back, as a new one: nothing is lost. */
function useRestore({ template, main }: Props) {
  const form = useFormContext<TemplateValues>()
  const t = useTranslations('templateEditor')
  const errorText = useErrorText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: restoreVersion,
    onError: (error: Error) => toast.error(errorText(error)),
    onSuccess: (restored, { version }) => {
      toast.success(t('restored', { n: version }))
      form.reset(formOf(restored, main))
      queries.setQueryData(templateQuery(template.id).queryKey, restored)
      void queries.invalidateQueries({ queryKey: versionsQuery(template.id).queryKey })
      void queries.invalidateQueries({ queryKey: templatesQuery.queryKey })
    },
  })
}
