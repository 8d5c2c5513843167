import { ScreenSkeleton } from '@/components/screen-skeleton'
import { AgentsScreen } from '@/features/ai-agents/components/agents-screen'
import { Page, type PageProps } from '@/lib/page'

export default function AiAgentsPage({ params }: PageProps) {
  return (
    <Page params={params} features={['aiAgents']} fallback={<ScreenSkeleton />}>
      <AgentsScreen />
    </Page>
  )
}
