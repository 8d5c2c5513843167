'use client'
import { ExceptionFields } from './exception-fields'
import { GuidesFold } from './guides-fold'
import { OtherFields } from './other-fields'
import { PriceFields } from './price-fields'
import { SeatFields } from './seat-fields'
import { TermsFold } from './terms-fold'

/** Everything a rule can say beside the usual, folded by what it is about. */
export function MoreFields() {
  return (
    <>
      <ExceptionFields />
      <SeatFields />
      <PriceFields />
      <GuidesFold />
      <OtherFields />
      <TermsFold />
    </>
  )
}
