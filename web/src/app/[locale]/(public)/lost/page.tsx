import { LostScreen } from '@/features/shell/components/lost-screen'
import { Page, type PageProps } from '@/lib/page'

/** What the server answers an address with that is nobody's, in the reader's language. */
export default function LostPage({ params }: PageProps) {
  return (
    <Page params={params} features={['shell', 'search']} fallback={null}>
      <LostScreen />
    </Page>
  )
}
