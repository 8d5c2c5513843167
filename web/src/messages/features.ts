import type common from './en/common.json'
import type experiences from './en/experiences.json'
import type manifest from './en/manifest.json'
import type portal from './en/portal.json'
import type shell from './en/shell.json'
import type signin from './en/signin.json'
import type trip from './en/trip.json'

export type Features = {
  common: typeof common
  experiences: typeof experiences
  manifest: typeof manifest
  portal: typeof portal
  shell: typeof shell
  signin: typeof signin
  trip: typeof trip
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Features
  }
}
