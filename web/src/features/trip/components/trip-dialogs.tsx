'use client'
import type { ComponentType } from 'react'
import { late } from '@/lib/late'
import type { Open, OpenKind } from '../open'
import type { DialogProps } from './types'

/** Every window is fetched when it is first opened: the page is there to be looked at most of the time. */
const dialogs: { [K in OpenKind]: ComponentType<DialogProps<K>> } = {
  contact: late(() => import('./dialogs/contact-dialog').then((file) => file.ContactDialog)),
  reseller: late(() => import('./dialogs/reseller-dialog').then((file) => file.ResellerDialog)),
  commission: late(() => import('./dialogs/commission-dialog').then((file) => file.CommissionDialog)),
  tax: late(() => import('./dialogs/tax-dialog').then((file) => file.TaxDialog)),
  deposit: late(() => import('./dialogs/deposit-dialog').then((file) => file.DepositDialog)),
  code: late(() => import('./dialogs/code-dialog').then((file) => file.CodeDialog)),
  reserve: late(() => import('./dialogs/reserve-dialog').then((file) => file.ReserveDialog)),
  decline: late(() => import('./dialogs/end-dialogs').then((file) => file.DeclineDialog)),
  delete: late(() => import('./dialogs/end-dialogs').then((file) => file.DeleteDialog)),
  restore: late(() => import('./dialogs/end-dialogs').then((file) => file.RestoreDialog)),
  unlock: late(() => import('./dialogs/flag-dialogs').then((file) => file.UnlockDialog)),
  flag: late(() => import('./dialogs/flag-dialogs').then((file) => file.FlagDialog)),
  clearFlag: late(() => import('./dialogs/flag-dialogs').then((file) => file.ClearFlagDialog)),
  method: late(() => import('./dialogs/method-dialog').then((file) => file.MethodDialog)),
  addGuests: late(() => import('./dialogs/add-guests-dialog').then((file) => file.AddGuestsDialog)),
  pay: late(() => import('./dialogs/pay-dialog').then((file) => file.PayDialog)),
  paymentNote: late(() => import('./dialogs/payment-dialogs').then((file) => file.PaymentNoteDialog)),
  paymentEdit: late(() => import('./dialogs/payment-edit-dialog').then((file) => file.PaymentEditDialog)),
  paymentRemove: late(() => import('./dialogs/payment-dialogs').then((file) => file.PaymentRemoveDialog)),
  linkRevoke: late(() => import('./dialogs/link-revoke-dialog').then((file) => file.LinkRevokeDialog)),
  noshow: late(() => import('./dialogs/noshow-dialog').then((file) => file.NoshowDialog)),
  tablet: late(() => import('./dialogs/tablet-dialog').then((file) => file.TabletDialog)),
  tip: late(() => import('./dialogs/tip-dialog').then((file) => file.TipDialog)),
  capture: late(() => import('./dialogs/hold-dialogs').then((file) => file.CaptureDialog)),
  release: late(() => import('./dialogs/hold-dialogs').then((file) => file.ReleaseDialog)),
  disputeAnswer: late(() => import('./dialogs/dispute-dialogs').then((file) => file.DisputeAnswerDialog)),
  disputeAccept: late(() => import('./dialogs/dispute-dialogs').then((file) => file.DisputeAcceptDialog)),
  refund: late(() => import('./dialogs/refund/refund-dialog').then((file) => file.RefundDialog)),
  refundAgain: late(() => import('./dialogs/refund/again-dialog').then((file) => file.RefundAgainDialog)),
  rebook: late(() => import('./dialogs/rebook-drawer').then((file) => file.RebookDrawer)),
  unschedule: late(() => import('./dialogs/unschedule-dialog').then((file) => file.UnscheduleDialog)),
  cancel: late(() => import('./dialogs/cancel-dialog').then((file) => file.CancelDialog)),
  uncancel: late(() => import('./dialogs/unschedule-dialog').then((file) => file.UncancelDialog)),
  split: late(() => import('./dialogs/split-dialog').then((file) => file.SplitDialog)),
  price: late(() => import('./dialogs/price-dialog').then((file) => file.PriceDialog)),
  types: late(() => import('./dialogs/types-dialog').then((file) => file.TypesDialog)),
  reprice: late(() => import('./dialogs/reprice-dialog').then((file) => file.RepriceDialog)),
  orderNote: late(() => import('./dialogs/order-note-dialog').then((file) => file.OrderNoteDialog)),
  orderFields: late(() => import('./dialogs/fields-dialog').then((file) => file.OrderFieldsDialog)),
  fields: late(() => import('./dialogs/fields-dialog').then((file) => file.TripFieldsDialog)),
  resources: late(() => import('./dialogs/resources-dialog').then((file) => file.ResourcesDialog)),
  guides: late(() => import('./dialogs/guides-dialog').then((file) => file.GuidesDialog)),
  removeOrder: late(() => import('./dialogs/remove-dialogs').then((file) => file.RemoveOrderDialog)),
  removeGuest: late(() => import('./dialogs/remove-dialogs').then((file) => file.RemoveGuestDialog)),
  extras: late(() => import('./dialogs/extras-drawer').then((file) => file.ExtrasDrawer)),
  guest: late(() => import('./dialogs/guest-dialog').then((file) => file.GuestDialog)),
  comp: late(() => import('./dialogs/comp-dialog').then((file) => file.CompDialog)),
  discount: late(() => import('./dialogs/discount-dialog').then((file) => file.DiscountDialog)),
  products: late(() => import('./dialogs/products-drawer').then((file) => file.ProductsDrawer)),
}

/** The window that is open over the trip page. */
export function TripDialogs({ what, onClose }: { what: Open; onClose: () => void }) {
  const Window = dialogs[what.kind] as ComponentType<DialogProps<OpenKind>>
  return <Window what={what} onClose={onClose} />
}
