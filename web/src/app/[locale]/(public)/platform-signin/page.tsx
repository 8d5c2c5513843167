import { PlatformSigninScreen } from '@/features/signin/components/platform-signin-screen'
import { Page, type PageProps } from '@/lib/page'

export default function PlatformSigninPage({ params }: PageProps) {
  return (
    <Page params={params} features={['platform', 'signin', 'security']} fallback={null}>
      <PlatformSigninScreen />
    </Page>
  )
}
