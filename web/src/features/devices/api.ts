import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { DeviceRegisterIn } from '@/api/models'

export const devicesQuery = queryOptions({
  queryKey: ['setup', 'devices'],
  queryFn: () => dataOf(api.GET('/api/devices/get')).then((answer) => answer.devices),
})

export const registerDevice = (body: DeviceRegisterIn) => dataOf(api.POST('/api/device/register', { body }))

export const renameDevice = (device: number, name: string, location_id: number | null) =>
  dataOf(api.POST('/api/device/{device}/save', { params: { path: { device } }, body: { name, location_id } }))

export const revokeDevice = (device: number) =>
  dataOf(api.POST('/api/device/{device}/revoke', { params: { path: { device } } }))
