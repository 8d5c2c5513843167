import type { components } from './schema'

type Schemas = components['schemas']

export type Billing = Schemas['BillingOut']
export type BillingPlan = Schemas['BillingPlanOut']
export type BillingLine = Schemas['BillingLineOut']
export type BillingDetailsIn = Schemas['BillingDetailsIn']
export type ChangePreview = Schemas['PlanChangePreviewOut']
export type TripFee = Schemas['TripFeeOut']
export type PlanUsage = Schemas['PlanUsageOut']
export type Statement = Schemas['BillingStatementOut']
