'use client'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { checkPlugin } from '../api'

/** Whether the plugin is well, in its own words; asked for, since it may call its partner. */
export function Health({ slug }: { slug: string }) {
  const t = useTranslations('plugins')
  const check = useMutation({ mutationFn: () => checkPlugin(slug) })
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 border-t pt-4">
      <Button onPress={() => check.mutate()} isPending={check.isPending}>
        {t('check')}
      </Button>
      <div role="status" className="min-w-0">
        {check.data && <Answer health={check.data.health} />}
        {check.error && <Problem error={check.error} />}
      </div>
    </div>
  )
}

function Answer({ health }: { health: string }) {
  const t = useTranslations('plugins')
  if (health === 'ok') {
    return (
      <span className="flex items-center gap-2 text-good">
        <CircleCheck aria-hidden className="size-5 shrink-0" /> {t('healthOk')}
      </span>
    )
  }
  const isUnknown = health === 'unknown'
  const Icon = isUnknown ? CircleHelp : CircleAlert
  return (
    <span className={`flex items-center gap-2 ${isUnknown ? 'text-soft' : 'text-bad'}`}>
      <Icon aria-hidden className="size-5 shrink-0" /> {isUnknown ? t('healthUnknown') : health}
    </span>
  )
}

function Problem({ error }: { error: Error }) {
  return <span className="text-bad">{useErrorText()(error)}</span>
}
