'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PartyPopper } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { SetupTask } from '@/api/first-weeks-models'
import { taskNames } from '@/components/setup-tasks'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { useErrorText } from '@/components/ui/states'
import { sessionQuery } from '@/lib/session'
import { toast } from '@/lib/toast'
import { WarmLink } from '@/lib/warm-link'
import { localize } from '@/routes'
import { checklistQuery, skipTask } from '../api'

/** The step to do now, with what it is good for, and the way past it. */
export function NextStep({ tasks }: { tasks: SetupTask[] }) {
  const t = useTranslations('firstSteps')
  const name = useTranslations('dashboard')
  const locale = useLocale()
  const skip = useSkip()
  const next = tasks.find((task) => task.is_required && !task.is_done)
  const slug = taskNames.find((one) => one === next?.slug)
  if (!next || !slug) {
    return (
      <p role="status" className="flex gap-3 rounded-xl border bg-surface p-5 font-medium">
        <PartyPopper aria-hidden className="size-5 shrink-0 text-good" />
        {t('allDone')}
      </p>
    )
  }
  return (
    <section aria-labelledby="next-step" className="rounded-xl border border-accent bg-surface p-5 ring-1 ring-accent">
      <p className="text-sm font-medium text-accent">{t('next')}</p>
      <h2 id="next-step" className="mt-1 text-lg font-semibold">
        {name(`task_${slug}`)}
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-soft">{t(`why_${slug}`)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <WarmLink href={localize(next.url, locale)} className={buttonClass('primary')}>
          {t('go')}
        </WarmLink>
        <Button look="quiet" onPress={() => skip.mutate(next.slug)} isPending={skip.isPending}>
          {t('skip')}
        </Button>
      </div>
    </section>
  )
}

function useSkip() {
  const t = useTranslations('firstSteps')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const again = () =>
    void Promise.all([
      queries.invalidateQueries({ queryKey: checklistQuery.queryKey }),
      queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ])
  return useMutation({
    mutationFn: (slug: string) => skipTask(slug, true),
    onSuccess: (_, slug) => {
      again()
      const undo = () => void skipTask(slug, false).then(again)
      toast(t('skipped'), { action: { label: common('undo'), onClick: undo } })
    },
    onError: (error) => toast.error(errorText(error)),
  })
}
