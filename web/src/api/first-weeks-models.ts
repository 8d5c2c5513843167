import type { components } from './schema'

type Schemas = components['schemas']

export type Checklist = Schemas['ChecklistOut']
export type SetupTask = Checklist['tasks'][number]
export type ReferralOverview = Schemas['ReferralOut']
