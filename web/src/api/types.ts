import type * as m from './models'

// The calls the screens make, in the form openapi-typescript writes them.
type Content<T> = { content: { 'application/json': T } }
type Call<Out, Path, Body> = {
  parameters: Path extends undefined ? { path?: never; query?: never } : { path: Path; query?: never }
  responses: { 200: Content<Out> }
} & (Body extends undefined ? { requestBody?: never } : { requestBody: Content<Body> })

type Get<Out, Path = undefined> = { get: Call<Out, Path, undefined> }
type Post<Body, Out, Path = undefined> = { post: Call<Out, Path, Body> }
type TripChange = { trip: m.TripFull; warnings: { code: string; message: string }[] }

export interface paths {
  '/app/init': Get<m.AppInit>
  '/api/login': Post<{ email: string; password: string } | { one_time_code: string }, m.Login>
  '/api/logout': Post<Record<string, never>, { ok: boolean }>
  '/api/manifest/getManifestOnDay/{date}': Get<m.Manifest, { date: string }>
  '/api/tripOrder/{tripOrder}/checkin': Post<{ booking_ids?: number[] }, TripChange, { tripOrder: number }>
  '/api/tripOrder/{tripOrder}/setBookingStatuses/save': Post<
    { booking_ids?: number[]; booking_status_id: number },
    TripChange,
    { tripOrder: number }
  >
  '/api/tripOrder/{tripOrder}/noshow': Post<{ booking_ids?: number[] }, TripChange, { tripOrder: number }>
}
