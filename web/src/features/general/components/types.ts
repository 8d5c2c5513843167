import type { General } from '@/api/models'

export type TabProps = { general: General }
