import { HomeRedirect } from '@/features/signin/components/home-redirect'
import { SigninFrame } from '@/features/signin/components/signin-frame'
import { Page, type PageProps } from '@/lib/page'

export default function HomePage({ params }: PageProps) {
  return (
    <Page params={params} features={['signin']} fallback={<SigninFrame />}>
      <HomeRedirect />
    </Page>
  )
}
