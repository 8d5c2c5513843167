import { LaterPublicScreen } from '@/features/later/components/later-public-screen'
import { Page, type PageProps } from '@/lib/page'

export default function LaterPublicPage({ params }: PageProps) {
  return (
    <Page params={params} features={['later']} fallback={null}>
      <LaterPublicScreen />
    </Page>
  )
}
