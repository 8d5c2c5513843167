'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { ExperienceFull } from '@/api/models'
import { FormSelect } from '@/components/form-choices'
import { FormNumber } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { late } from '@/lib/late'
import { restrictionsQuery } from '../api'
import { ownTermsChanges, ownTermsOf, ownTermsSchema, shownTerms, type OwnTerms } from '../restriction'
import { ExperienceFrame } from './frame'
import { PartForm } from './part-form'
import { SpanField } from './span-field'

const RestrictionDialog = late(() => import('./restriction-dialog').then((file) => file.RestrictionDialog))

/** How many may come, how late one can still book, and which shared set of terms comes before that. */
export function RestrictionScreen() {
  const t = useTranslations('experience')
  return (
    <ExperienceFrame page="experienceRestriction">
      {(experience) => (
        <PartForm<OwnTerms>
          part="restriction"
          experience={experience}
          pick={ownTermsOf}
          changesOf={ownTermsChanges}
          schema={ownTermsSchema}
          shown={shownTerms}
        >
          <Card title={t('ownTerms')}>
            <OwnFields />
          </Card>
          <Card title={t('sharedTerms')}>
            <Shared experience={experience} />
          </Card>
        </PartForm>
      )}
    </ExperienceFrame>
  )
}

function OwnFields() {
  const t = useTranslations('experience')
  return (
    <div className="space-y-6">
      <div className="grid gap-4 sm:grid-cols-3">
        <FormNumber name="min_pax" label={t('minPax')} minValue={1} />
        <FormNumber name="max_pax" label={t('maxPax')} minValue={1} />
        <FormNumber name="min_pax_to_run" label={t('minToRun')} hint={t('minToRunHint')} minValue={1} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SpanField name="cutoff_online" label={t('cutoffOnline')} />
        <SpanField name="cutoff_direct" label={t('cutoffDirect')} />
      </div>
      <p className="-mt-3 text-sm text-pretty text-faint">{t('cutoffHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormNumber name="buffer_before_minutes" label={t('bufferBefore')} minValue={0} placeholder="0" />
        <FormNumber name="buffer_after_minutes" label={t('bufferAfter')} minValue={0} placeholder="0" />
      </div>
      <p className="-mt-3 text-sm text-pretty text-faint">{t('bufferHint')}</p>
    </div>
  )
}

function Shared({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  const { watch, setValue } = useFormContext<OwnTerms>()
  const sets = useQuery(restrictionsQuery).data?.restrictions.filter((one) => !one.is_archived) ?? []
  const [open, setOpen] = useState<'new' | 'chosen' | null>(null)
  const chosen = sets.find((one) => one.id === watch('restriction_id'))
  const others = chosen?.experience_ids.filter((id) => id !== experience.id).length ?? 0
  return (
    <div className="space-y-4">
      <p className="text-sm text-pretty text-soft">{t('sharedTermsText')}</p>
      <FormSelect
        name="restriction_id"
        label={t('termsSet')}
        options={[{ id: 0, name: t('ownTermsOnly') }, ...sets]}
        className="max-w-sm"
        hint={others > 0 ? t('alsoFor', { count: others }) : undefined}
      />
      <div className="flex flex-wrap gap-3">
        {chosen && (
          <Button size="sm" onPress={() => setOpen('chosen')}>
            {t('editTerms', { name: chosen.name })}
          </Button>
        )}
        <Button size="sm" onPress={() => setOpen('new')}>
          {t('newTerms')}
        </Button>
      </div>
      {open && (
        <RestrictionDialog
          restriction={open === 'chosen' ? chosen : undefined}
          onSaved={(id) => {
            if (open === 'new') setValue('restriction_id', id, { shouldDirty: true })
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
