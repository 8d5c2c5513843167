import type common from './en/common.json'
import type experiences from './en/experiences.json'
import type landing from './en/landing.json'
import type manifest from './en/manifest.json'
import type portal from './en/portal.json'
import type shell from './en/shell.json'
import type signin from './en/signin.json'
import type signup from './en/signup.json'
import type trip from './en/trip.json'

export type Features = {
  common: typeof common
  experiences: typeof experiences
  landing: typeof landing
  manifest: typeof manifest
  portal: typeof portal
  shell: typeof shell
  signin: typeof signin
  signup: typeof signup
  trip: typeof trip
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Features
  }
}
