import { ForgotPasswordScreen } from '@/features/signin/components/forgot-password-screen'
import { SigninFrame } from '@/features/signin/components/signin-frame'
import { Page, type PageProps } from '@/lib/page'

export default function ForgotPasswordPage({ params }: PageProps) {
  return (
    <Page params={params} features={['signin', 'security']} fallback={<SigninFrame />}>
      <ForgotPasswordScreen />
    </Page>
  )
}
