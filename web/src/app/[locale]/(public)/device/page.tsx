import { DevicePageScreen, Frame } from '@/features/device-page/components/device-page-screen'
import { Page, type PageProps } from '@/lib/page'

export default function DevicePage({ params }: PageProps) {
  return (
    <Page params={params} features={['devicePage']} fallback={<Frame />}>
      <DevicePageScreen />
    </Page>
  )
}
