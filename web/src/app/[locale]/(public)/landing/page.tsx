import { Landing } from '@/features/landing/components/landing'
import { Page, type PageProps } from '@/lib/page'

export default function LandingPage({ params }: PageProps) {
  return (
    <Page params={params} features={['landing']} fallback={null}>
      <Landing />
    </Page>
  )
}
