import type { DealStage } from '@/api/platform-models'

/** The stages of a deal, in their order; the last two close it. */
export const stages: DealStage[] = ['lead', 'qualified', 'demo', 'proposal', 'contract', 'won', 'lost']
