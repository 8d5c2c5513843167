import { SignupFrame } from '@/features/signup/components/signup-frame'
import { SignupScreen } from '@/features/signup/components/signup-screen'
import { Page, type PageProps } from '@/lib/page'

export default function SignupPage({ params }: PageProps) {
  return (
    <Page params={params} features={['signup']} fallback={<SignupFrame />}>
      <SignupScreen />
    </Page>
  )
}
