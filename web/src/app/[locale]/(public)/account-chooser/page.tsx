import { ChooserScreen } from '@/features/register/components/chooser-screen'
import { RegisterFrame } from '@/features/register/components/register-frame'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['register']} fallback={<RegisterFrame />}>
      <ChooserScreen />
    </Page>
  )
}
