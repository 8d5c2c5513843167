'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSignature } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, WaiverTemplate } from '@/api/models'
import { FormSelect } from '@/components/form-choices'
import { buttonClass } from '@/components/ui/button-class'
import { Checkbox } from '@/components/ui/checkbox'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { guestsChanges, guestsOf, guestsSchema, shownGuests, waivers, type Guests } from '../guests'
import { templatesQuery } from '@/features/waivers/api'
import { saveWaivers, waiversQuery } from '../waivers-api'
import { Waiting } from './frame'
import { PartForm } from './part-form'

/** What the guests of this experience sign, and on which tickets. */
export default function WaiversPart({ experience }: { experience: ExperienceFull }) {
  const templates = useQuery(templatesQuery)
  const chosen = useQuery(waiversQuery(experience.id))
  const error = templates.error ?? chosen.error
  if (!templates.data || !chosen.data) {
    return error ? <ErrorState error={error} onRetry={() => void templates.refetch()} /> : <Waiting />
  }
  if (templates.data.length === 0) return <Nothing />
  return (
    <div className="space-y-5">
      <Templates experience={experience.id} templates={templates.data} chosen={chosen.data} />
      <PartForm<Guests>
        part="waivers"
        experience={experience}
        pick={guestsOf}
        changesOf={guestsChanges}
        schema={guestsSchema}
        shown={shownGuests}
      >
        <Tickets experience={experience} isAsked={chosen.data.length > 0} />
      </PartForm>
    </div>
  )
}

function Nothing() {
  const t = useTranslations('experience')
  const mayMake = useCan('setup.general')
  return (
    <EmptyState
      icon={<FileSignature aria-hidden className="size-6" />}
      title={t('noWaivers')}
      text={t('noWaiversText')}
    >
      {mayMake && (
        <AppLink to="waiverTemplateEdit" params={{ waiverTemplate: 'new' }} className={buttonClass('primary')}>
          {t('newWaiver')}
        </AppLink>
      )}
    </EmptyState>
  )
}

type TemplatesProps = { experience: number; templates: WaiverTemplate[]; chosen: number[] }

/** The operator's waivers to choose from; each choice is kept at once. */
function Templates({ experience, templates, chosen }: TemplatesProps) {
  const t = useTranslations('experience')
  const mayChange = useCan('setup.experiences')
  const change = useChoice(experience)
  return (
    <div className="max-w-3xl">
      <Card title={t('part_waivers')}>
        <p className="mb-3 text-sm text-pretty text-soft">{t('waiversText')}</p>
        <ul className="divide-y">
          {templates.map((template) => (
            <li key={template.id} className="py-1">
              <Checkbox
                isSelected={chosen.includes(template.id)}
                isDisabled={!mayChange}
                onChange={(isOn) =>
                  change.mutate(isOn ? [...chosen, template.id] : chosen.filter((id) => id !== template.id))
                }
              >
                <bdi className="font-medium">{template.name}</bdi>
                <span className="block text-sm text-faint">
                  {t(`waiverFor_${kindOf(template.kind)}`)}
                  {!template.is_active && ` · ${t('waiverInactive')}`}
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

const kinds = ['any', 'adult', 'minor'] as const
const kindOf = (kind: string) => kinds.find((one) => one === kind) ?? 'any'

function useChoice(experience: number) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = waiversQuery(experience)
  return useMutation({
    scope: { id: `experience-waivers-${experience}` },
    mutationFn: (ids: number[]) => saveWaivers(experience, ids),
    onMutate: (ids) => {
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, ids)
      return before
    },
    onSuccess: (ids) => {
      queries.setQueryData(queryKey, ids)
      void queries.invalidateQueries({ queryKey: ['experience-history', experience] })
    },
    onError: (error, _ids, before) => {
      queries.setQueryData(queryKey, before)
      toast.error(errorText(error))
    },
  })
}

/** Which tickets have their guests sign. */
function Tickets({ experience, isAsked }: { experience: ExperienceFull; isAsked: boolean }) {
  const t = useTranslations('experience')
  const { control } = useFormContext<Guests>()
  const rows = useWatch({ control, name: 'customerTypes' })
  const name = (id: number | undefined) => experience.customerTypes.find((row) => row.id === id)
  const isNobody = rows.every((row) => row.requires_waiver === 'none')
  return (
    <Card title={t('waiverTickets')}>
      <p className="mb-4 text-sm text-pretty text-soft">{t('waiverTicketsText')}</p>
      {isAsked && isNobody && (
        <div className="mb-4">
          <Notice tone="warn">{t('waiverNobody')}</Notice>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {rows.map((row, index) => (
          <FormSelect
            key={row.id ?? index}
            name={`customerTypes.${index}.requires_waiver`}
            label={row.label || name(row.id)?.customer_type.name || ''}
            options={waivers.map((id) => ({ id, name: t(`waiver_${id}`) }))}
          />
        ))}
      </div>
    </Card>
  )
}
