import { expect, it } from 'vitest'
import { homeOf } from './home'

const reader = (kind: string, ...permissions: string[]) => ({ permissions, userAvatar: { kind } })

it.each([
  [reader('agent', 'trip.view', 'trip.create', 'manifest.view'), 'desk'],
  [reader('staff', 'trip.view', 'manifest.view'), 'manifest'],
  [reader('staff', 'trip.view', 'trip.create'), 'trips'],
  [reader('guide', 'manifest.view'), 'manifest'],
])('%o begins at %s', (who, home) => expect(homeOf(who)).toBe(home))
