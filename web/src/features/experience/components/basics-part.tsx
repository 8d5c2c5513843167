'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { ExperienceFull } from '@/api/models'
import { FormMultiSelect, FormRadio, FormSelect, FormSwitch, FormTags } from '@/components/form-choices'
import { FormNumber, FormText } from '@/components/form-fields'
import { buttonClass } from '@/components/ui/button-class'
import { labelClass } from '@/components/ui/input-class'
import { Card } from '@/components/ui/page-header'
import { ColorChoice } from '@/features/experiences/components/color-choice'
import { StatusChoice } from '@/features/experiences/components/status-choice'
import { locationsQuery } from '@/features/resources/api'
import { AppLink } from '@/lib/app-link'
import { languageName, languages } from '@/lib/languages'
import { categoriesQuery } from '../api'
import {
  basicsChanges,
  basicsOf,
  basicsSchema,
  capacityTypes,
  difficulties,
  guided,
  hasSeats,
  scheduleModes,
  shownBasics,
  type Basics,
} from '../basics'
import { PartForm } from './part-form'

/** What it is, how long, how many, and who may book it. */
export default function BasicsPart({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experiences')
  return (
    <PartForm<Basics>
      part="basics"
      experience={experience}
      pick={basicsOf}
      changesOf={basicsChanges}
      schema={basicsSchema}
      shown={shownBasics}
    >
      <Card title={t('basics')}>
        <Naming />
      </Card>
      <CapacityCard />
      <Sorting />
      <StatusChoice />
    </PartForm>
  )
}

function Naming() {
  const t = useTranslations('experience')
  const ts = useTranslations('experiences')
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText name="name" label={ts('name')} />
      <FormText name="internal_name" label={t('internalName')} hint={t('internalNameHint')} />
      <fieldset className="grid grid-cols-2 gap-3">
        <FormNumber name="hours" label={ts('hours')} minValue={0} maxValue={720} />
        <FormNumber name="minutes" label={ts('minutes')} minValue={0} maxValue={59} />
      </fieldset>
      <FormSelect
        name="schedule_mode"
        label={t('scheduleMode')}
        options={scheduleModes.map((id) => ({ id, name: t(`schedule_${id}`) }))}
      />
      <div className="sm:col-span-2">
        <ColorChoice />
      </div>
    </div>
  )
}

function CapacityCard() {
  const t = useTranslations('experience')
  const ts = useTranslations('experiences')
  const type = useFormContext<Basics>().watch('capacity_type')
  return (
    <Card title={t('capacity')}>
      <div className="space-y-5">
        <FormRadio
          name="capacity_type"
          label={t('capacityType')}
          options={capacityTypes.map((id) => ({ id, name: t(`capacity_${id}`), note: t(`capacityNote_${id}`) }))}
        />
        {hasSeats(type) && (
          <FormNumber
            name="default_capacity"
            label={type === 'experience_date' ? t('seatsPerDay') : ts('capacity')}
            minValue={1}
            className="max-w-52"
          />
        )}
        <FormSwitch name="is_allow_manual_overbooking" hint={t('overbookingHint')}>
          {t('overbooking')}
        </FormSwitch>
        <FormSwitch name="is_requires_review" hint={t('reviewHint')}>
          {t('review')}
        </FormSwitch>
      </div>
    </Card>
  )
}

function Sorting() {
  const t = useTranslations('experience')
  const locations = useQuery(locationsQuery).data ?? []
  const level = [{ id: 'none', name: t('none') }, ...difficulties.map((id) => ({ id, name: t(`difficulty_${id}`) }))]
  return (
    <Card title={t('sorting')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Categories />
        <FormSelect name="location_id" label={t('location')} options={[{ id: 0, name: t('none') }, ...locations]} />
        <FormSelect name="difficulty" label={t('difficulty')} options={level} />
        <FormNumber name="min_age" label={t('minAge')} minValue={0} maxValue={150} placeholder={t('none')} />
        <FormTags name="required_skills" label={t('skills')} hint={t('skillsHint')} />
        <FormTags name="tags" label={t('tags')} />
        <Languages />
        <FormText name="slug" label={t('slug')} hint={t('slugHint')} />
        <FormText name="sku" label={t('sku')} />
        <FormText name="video_url" label={t('video')} placeholder="https://" />
      </div>
    </Card>
  )
}

/** The categories, and the way to make one where there is none yet. */
function Categories() {
  const t = useTranslations('experience')
  const { data } = useQuery(categoriesQuery)
  if (!data || data.length > 0) {
    return <FormMultiSelect name="category_ids" label={t('categories')} options={data ?? []} />
  }
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className={labelClass}>{t('categories')}</span>
      <AppLink to="catalog" params={{ tab: 'categories' }} className={buttonClass()}>
        {t('makeCategories')}
      </AppLink>
    </div>
  )
}

/** The languages it is guided in: those of the operator's world first, any other that it has already. */
function Languages() {
  const t = useTranslations('experience')
  const chosen = useFormContext<Basics>().watch('languages')
  const known = [...new Set([...languages, ...guided, ...chosen])]
  const options = known.map((id) => ({ id, name: languageName(id) })).toSorted((a, b) => a.name.localeCompare(b.name))
  return <FormMultiSelect name="languages" label={t('guidedIn')} placeholder={t('none')} options={options} />
}
