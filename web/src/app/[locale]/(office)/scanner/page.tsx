import { ManifestSkeleton } from '@/features/manifest/components/manifest-skeleton'
import { ScannerScreen } from '@/features/manifest/scanner/components/scanner-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScannerPage({ params }: PageProps) {
  return (
    <Page params={params} features={['scanner', 'manifest']} fallback={<ManifestSkeleton />}>
      <ScannerScreen />
    </Page>
  )
}
