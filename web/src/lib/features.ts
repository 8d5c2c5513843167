import type { RouteName } from '@/routes'

/** What /app/init says is on at this operator, by the name of the feature. */
export type Flags = Readonly<Record<string, boolean>>

/** Whether a feature is on: only what whoever hosts this has switched off is away. */
export const isOn = (flags: Flags | undefined, feature: string): boolean => flags?.[feature] !== false

/** The screens that are a feature, or what the platform charges. */
const featureOf: Partial<Record<RouteName, string>> = {
  importer: 'imports',
  channels: 'partner_channels',
  channel: 'partner_channels',
}

/** Whether a screen is away, for whoever comes by its address. */
export const isRouteOff = (flags: Flags | undefined, route: RouteName): boolean => !isOn(flags, featureOf[route] ?? '')

/** Whether a screen can be led to. What the platform charges is there only where it charges at all. */
export const isRouteOn = (flags: Flags | undefined, route: RouteName): boolean =>
  route === 'billing' ? flags?.billing === true : isOn(flags, featureOf[route] ?? '')
