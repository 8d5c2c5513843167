import { ProfileScreen } from '@/features/profile/components/profile-screen'
import { ProfileSkeleton } from '@/features/profile/components/profile-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ProfilePage({ params }: PageProps) {
  return (
    <Page params={params} features={['profile', 'security', 'callLines']} fallback={<ProfileSkeleton />}>
      <ProfileScreen />
    </Page>
  )
}
