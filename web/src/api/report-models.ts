import type { components } from './schema'

type Schemas = components['schemas']

export type CustomReport = Schemas['CustomReportOut']
export type CustomReportIn = Schemas['CustomReportIn']
export type ExecutiveSummary = Schemas['ExecutiveOut']
