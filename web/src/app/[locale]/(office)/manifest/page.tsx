import { ManifestScreen } from '@/features/manifest/components/manifest-screen'
import { ManifestSkeleton } from '@/features/manifest/components/manifest-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ManifestPage({ params }: PageProps) {
  return (
    <Page
      params={params}
      features={['manifest', 'massCancel', 'dashboard', 'signing', 'threads', 'speech', 'assistant', 'print']}
      fallback={<ManifestSkeleton />}
    >
      <ManifestScreen />
    </Page>
  )
}
