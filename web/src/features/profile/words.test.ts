import { expect, it } from 'vitest'
import { deviceName } from './words'

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
  ['Mozilla/5.0 (X11; CrOS x86_64 16002.0.0)', 'Chromebook'],
  ['curl/8', 'Passkey'],
])('%s', (agent, name) => expect(deviceName(agent)).toBe(name))
