import { ApexSigninScreen } from '@/features/signin/components/apex-signin-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ApexSigninPage({ params }: PageProps) {
  return (
    <Page params={params} features={['signin', 'security']} fallback={null}>
      <ApexSigninScreen />
    </Page>
  )
}
