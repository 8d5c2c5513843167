import type { Reseller } from '@/api/models'

export type TabProps = { reseller: Reseller }
