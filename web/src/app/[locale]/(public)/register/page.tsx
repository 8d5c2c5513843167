import { RegisterScreen } from '@/features/register/components/register-screen'
import { RegisterFrame } from '@/features/register/components/register-frame'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['register']} fallback={<RegisterFrame />}>
      <RegisterScreen />
    </Page>
  )
}
