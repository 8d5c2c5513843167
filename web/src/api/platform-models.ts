import type { components } from './schema'

type Schemas = components['schemas']

export type TosDesk = Schemas['TosDeskOut']
export type TosDraft = Schemas['TosDraftOut']
export type TosDraftIn = Schemas['TosDraftIn']
export type TosAgreement = Schemas['TosAgreementOut']
export type TosVersion = Schemas['TosVersionRowOut']
export type Bulletin = Schemas['BulletinOut']
export type BulletinIn = Schemas['BulletinIn']
export type Feature = Schemas['FeatureOut']
export type MrrRate = Schemas['MrrRateOut']
export type KpiEnvelope = Pick<MrrRate, 'as_of' | 'currency' | 'filters' | 'missing_rates'>
export type SalesDeal = Schemas['SalesDealOut']
export type DealStage = SalesDeal['stage']
export type NewDeal = Schemas['NewDealIn']
export type DealTerms = Omit<Schemas['EditDealIn'], 'version'>
export type DealsByStage = Schemas['DealsByStageOut']
export type Crm = Schemas['CrmOut']
export type CrmKeys = Schemas['ConnectCrmIn']
export type CrmHit = Schemas['CrmHitOut']
export type SalesDeals = Schemas['SalesDealsOut']
export type StageFigure = Schemas['StageFigureOut']
export type FxRate = Schemas['FxRateOut']
export type FxRates = Schemas['FxRatesOut']
export type NewRate = Schemas['FxRateIn']
export type FigureRuns = Schemas['RefreshStatesOut']
export type RefreshState = Schemas['RefreshStateOut']
