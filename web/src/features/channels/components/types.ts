import type { Connection } from '@/api/models'

export type TabProps = { connection: Connection }
