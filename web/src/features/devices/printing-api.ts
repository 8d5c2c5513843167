import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type {
  KioskTermsIn,
  PairingIn,
  PaperPreviewIn,
  PrintKeyIn,
  PrintRouteIn,
  PrintTemplateIn,
} from '@/api/device-models'

export const printSettingsQuery = queryOptions({
  queryKey: ['setup', 'printing'],
  queryFn: () => dataOf(api.GET('/api/printing/settings/get')),
})
export const printJobsQuery = queryOptions({
  queryKey: ['setup', 'printJobs'],
  queryFn: () => dataOf(api.GET('/api/printing/jobs/get')).then((answer) => answer.jobs),
  // What waits for a printer changes while one looks.
  refetchInterval: 3_000,
})
export const printKeyQuery = queryOptions({
  queryKey: ['setup', 'printKey'],
  queryFn: () => dataOf(api.GET('/api/ticketPrinting/qz/key/get')),
})
export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: () => dataOf(api.GET('/api/locations/get')),
})
export const previewQuery = (body: PaperPreviewIn) =>
  queryOptions({
    queryKey: ['setup', 'paperPreview', body],
    queryFn: () => dataOf(api.POST('/api/ticketPrinting/preview', { body })),
    placeholderData: (before) => before,
  })

export const kioskTermsQuery = queryOptions({
  queryKey: ['setup', 'kioskTerms'],
  queryFn: () => dataOf(api.GET('/api/devices/kiosk/get')),
})
export const saveKioskTerms = (body: KioskTermsIn) => dataOf(api.POST('/api/devices/kiosk/save', { body }))
export const saveRoute = (body: PrintRouteIn) => dataOf(api.POST('/api/printing/route/save', { body }))
export const deleteRoute = (printRoute: number) =>
  dataOf(api.POST('/api/printing/route/{printRoute}/delete', { params: { path: { printRoute } } }))
export const saveTemplate = (body: PrintTemplateIn) => dataOf(api.POST('/api/printing/template/save', { body }))
export const cancelJob = (printJob: number) =>
  dataOf(api.POST('/api/printing/job/{printJob}/cancel', { params: { path: { printJob } } }))
export const setPrintKey = (body: PrintKeyIn) => dataOf(api.POST('/api/ticketPrinting/qz/key/set', { body }))
export const rotatePrintKey = () => dataOf(api.POST('/api/ticketPrinting/qz/key/rotate'))
export const createPairing = (body: PairingIn) => dataOf(api.POST('/api/devices/pairing/create', { body }))
export const pairingQuery = (pairing: number) =>
  queryOptions({
    queryKey: ['setup', 'pairing', pairing],
    queryFn: () => dataOf(api.GET('/api/devices/pairing/{pairing}/get', { params: { path: { pairing } } })),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'waiting' ? false : 1_500),
  })
