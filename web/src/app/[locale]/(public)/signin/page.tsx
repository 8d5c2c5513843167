import { SigninScreen } from '@/features/signin/components/signin-screen'
import { SigninFrame } from '@/features/signin/components/signin-frame'
import { Page, type PageProps } from '@/lib/page'

export default function SigninPage({ params }: PageProps) {
  return (
    <Page params={params} features={['signin', 'security']} fallback={<SigninFrame />}>
      <SigninScreen />
    </Page>
  )
}
