'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { experiencesQuery } from '@/features/experiences/api'
import { late } from '@/lib/late'
import { useQueryParam, useRoute } from '@/lib/use-route'
import { access } from '@/routes/access'
import { useBulk } from '../use-bulk'
import { BulkChanges } from './bulk-changes'
import { BulkDifference, foundOf } from './bulk-difference'
import { BulkFilter } from './bulk-filter'
import { BulkRules } from './bulk-rules'

const RuleDifferences = late(() => import('./rule-differences').then((file) => file.RuleDifferences))
const BulkJob = late(
  () => import('./bulk-job').then((file) => file.BulkJob),
  <Skeleton className="h-48 max-w-3xl rounded-xl" />,
)

/** Many availability rules changed at once: which, what, the difference, and then the change as a job. */
export function BulkScreen() {
  const shell = useTranslations('shell')
  const t = useTranslations('availability')
  const ts = useTranslations('experiences')
  useRoute('bulkEdit')
  return (
    <PageBody>
      <Guard permission={access.bulkEdit ?? []} fallback={<ScreenSkeleton />}>
        <SetupHeader
          page="bulkEdit"
          title={shell('page_bulkEdit')}
          text={t('bulkText')}
          parents={[{ to: 'experiences', params: {}, label: ts('title') }]}
        />
        <Steps />
      </Guard>
    </PageBody>
  )
}

function Steps() {
  const job = Number(useQueryParam('job') ?? NaN)
  const experience = Number(useQueryParam('experience') ?? NaN)
  if (Number.isInteger(job)) return <BulkJob key={job} id={job} />
  return <Edit key={experience} experience={Number.isInteger(experience) ? experience : null} />
}

function Edit({ experience }: { experience: number | null }) {
  const bulk = useBulk(experience)
  const experiences = useQuery(experiencesQuery).data ?? []
  const out = foundOf(bulk)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="space-y-5">
        <BulkFilter wanted={bulk.wanted} onChange={bulk.setWanted} experiences={experiences} />
        <BulkRules bulk={bulk} experiences={experiences} />
        <BulkChanges bulk={bulk} />
      </div>
      <BulkDifference bulk={bulk} />
      {out && !out.job && (
        <div className="lg:col-span-2">
          <RuleDifferences out={out} changes={bulk.changes} experiences={experiences} />
        </div>
      )}
    </div>
  )
}
