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
  '/api/trip/{trip}/get': Get<m.TripFull, { trip: string }>
  '/api/trip/{trip}/history': Get<{ data: m.HistoryEntry[] }, { trip: string }>
  '/api/experiences/all': Get<m.ExperienceRow[]>
  '/api/customerTypes/get': Get<m.CustomerType[]>
  '/api/experience/{experience}/get': Get<{ experience: m.ExperienceFull }, { experience: string }>
  '/api/experience/save': Post<m.ExperienceIn, { experience: m.ExperienceFull }>
  '/api/experience/{experience}/availabilities/create': Post<
    m.AvailabilityIn,
    m.AvailabilityOut,
    { experience: string }
  >
  '/api/customerPortal/{hash}/init/{waiverId}': Get<m.Portal, { hash: string; waiverId: number }>
  '/signup/init': {
    get: {
      parameters: { path?: never; query: { signup_token?: string; locale?: string } }
      responses: { 200: Content<m.SignupInit> }
    }
  }
  '/signup/account': Post<m.SignupAccountIn, { signup_token: string; state: string; resend_after: number }>
  '/signup/confirm-email': Post<{ signup_token: string; code: string }, { state: string }>
  '/signup/validate-domain': Post<{ signup_token?: string; slug: string }, m.DomainCheck>
  '/signup/register': Post<m.SignupRegisterIn, { state: string }>
  '/signup/signin': Post<{ signup_token: string } | { email: string; password: string; slug?: string }, m.SignupSignin>
}
