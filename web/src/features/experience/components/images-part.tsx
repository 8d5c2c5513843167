'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, Images } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Picture } from '@/components/ui/picture'
import { ReorderList } from '@/components/ui/reorder-list'
import { useErrorText } from '@/components/ui/states'
import { experienceQuery } from '@/features/experiences/api'
import { toast } from '@/lib/toast'
import { reorderImages, useRefreshExperience } from '../api'
import { ImageRow } from './image-row'
import { UploadBox } from './upload-box'

/** The picture guests see first, and the others in their order. */
export default function ImagesPart({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  const show = useShow(experience)
  const order = useOrder(experience, show)
  const { gallery } = experience
  return (
    <div className="max-w-3xl space-y-5">
      <Hero experience={experience} onChanged={show} />
      <Card title={t('gallery')}>
        <div className="space-y-4">
          <p className="text-sm text-pretty text-soft">{t('galleryText')}</p>
          {gallery.length > 0 && (
            <ReorderList
              label={t('gallery')}
              items={gallery.map((image, place) => ({ ...image, name: image.alt || t('pictureN', { n: place + 1 }) }))}
              onReorder={(ids) => order.mutate(ids)}
              isDisabled={gallery.length < 2}
              row={(image) => <ImageRow experience={experience.id} image={image} onChanged={show} />}
            />
          )}
          <UploadBox experience={experience.id} role="Gallery" hasOne={gallery.length > 0} onUploaded={show} />
        </div>
      </Card>
    </div>
  )
}

type HeroProps = { experience: ExperienceFull; onChanged: (images: Images) => void }

function Hero({ experience, onChanged }: HeroProps) {
  const t = useTranslations('experience')
  const { hero } = experience
  const shown = hero?.url ?? experience.hero_image
  return (
    <Card title={t('hero')}>
      <div className="space-y-4">
        <p className="text-sm text-pretty text-soft">{t('heroText')}</p>
        {shown && (
          <Picture
            url={shown}
            alt={hero?.alt ?? ''}
            sizes="(min-width: 64rem) 46rem, 100vw"
            className="aspect-video w-full rounded-md"
            isFirst
          />
        )}
        {hero && <ImageRow key={hero.id} experience={experience.id} image={hero} isHero onChanged={onChanged} />}
        <UploadBox experience={experience.id} role="Hero" hasOne={!!hero} onUploaded={onChanged} />
      </div>
    </Card>
  )
}

/** Show the pictures of an answer at once; the rest of the experience is asked for anew, as its version moved on. */
function useShow({ id }: ExperienceFull) {
  const queries = useQueryClient()
  const refresh = useRefreshExperience(id)
  return ({ hero, gallery }: Images) => {
    queries.setQueryData(experienceQuery(String(id)).queryKey, (old) => old && { ...old, hero, gallery })
    refresh()
  }
}

function useOrder({ id }: ExperienceFull, show: (images: Images) => void) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = experienceQuery(String(id))
  return useMutation({
    mutationFn: (ids: number[]) => reorderImages(id, ids),
    onMutate: (ids) => {
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(
        queryKey,
        (old) => old && { ...old, gallery: old.gallery.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) },
      )
      return before
    },
    onSuccess: show,
    onError: (error, _ids, before) => {
      queries.setQueryData(queryKey, before)
      toast.error(errorText(error))
    },
  })
}
