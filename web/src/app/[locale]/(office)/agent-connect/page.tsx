import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ConnectScreen } from '@/features/ai-agents/components/connect-screen'
import { Page, type PageProps } from '@/lib/page'

export default function AgentConnectPage({ params }: PageProps) {
  return (
    <Page params={params} features={['aiAgents']} fallback={<ScreenSkeleton />}>
      <ConnectScreen />
    </Page>
  )
}
