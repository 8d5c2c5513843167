import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { AnnounceIn } from '@/api/models'

/** Ready words for a departure, and the languages of who is on it. */
export const boardingCallQuery = (timeslot: number) =>
  queryOptions({
    queryKey: ['boardingCall', timeslot],
    queryFn: () => dataOf(api.GET('/api/timeslot/{timeslot}/boardingCall/get', { params: { path: { timeslot } } })),
  })

/** The devices that play announcements. */
export const speakersQuery = queryOptions({
  queryKey: ['speakers'],
  queryFn: async () => {
    const { devices } = await dataOf(api.GET('/api/devices/get'))
    return devices.filter((device) => device.kind === 'tts')
  },
  refetchInterval: 10_000,
})

export const announce = (body: AnnounceIn) => dataOf(api.POST('/api/announcement/create', { body }))

export const stopAnnouncement = (announcement: number) =>
  dataOf(api.POST('/api/announcement/{announcement}/stop', { params: { path: { announcement } } }))

/** What became of one announcement, asked again while a device still has to say it. */
export const announcementQuery = (id: number) =>
  queryOptions({
    queryKey: ['announcement', id],
    queryFn: async () => {
      const { data } = await dataOf(api.GET('/api/announcements/get'))
      return data.find((one) => one.id === id) ?? null
    },
    refetchInterval: ({ state }) => (state.data && isOver(state.data.devices) ? false : 2_000),
  })

const running = ['queued', 'playing']
export const isOver = (devices: readonly { status: string }[]) =>
  devices.every(({ status }) => !running.includes(status))
