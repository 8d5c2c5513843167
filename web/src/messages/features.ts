import type firstSteps from './en/firstSteps.json'
import type referral from './en/referral.json'
import type platformNews from './en/platformNews.json'
import type platformTerms from './en/platformTerms.json'
import type platformFeatures from './en/platformFeatures.json'
import type platformHubspot from './en/platformHubspot.json'
import type platformReferrals from './en/platformReferrals.json'
import type platformTexts from './en/platformTexts.json'
import type announcements from './en/announcements.json'
import type announcer from './en/announcer.json'
import type assistant from './en/assistant.json'
import type audit from './en/audit.json'
import type availability from './en/availability.json'
import type blackouts from './en/blackouts.json'
import type calendar from './en/calendar.json'
import type callLines from './en/callLines.json'
import type callSettings from './en/callSettings.json'
import type calls from './en/calls.json'
import type cardFace from './en/cardFace.json'
import type cash from './en/cash.json'
import type catalog from './en/catalog.json'
import type channels from './en/channels.json'
import type common from './en/common.json'
import type components from './en/components.json'
import type crm from './en/crm.json'
import type customers from './en/customers.json'
import type dashboard from './en/dashboard.json'
import type desk from './en/desk.json'
import type aiAgents from './en/aiAgents.json'
import type developers from './en/developers.json'
import type devicePage from './en/devicePage.json'
import type billing from './en/billing.json'
import type devices from './en/devices.json'
import type embed from './en/embed.json'
import type experience from './en/experience.json'
import type experiences from './en/experiences.json'
import type fields from './en/fields.json'
import type general from './en/general.json'
import type giftCards from './en/giftCards.json'
import type guides from './en/guides.json'
import type help from './en/help.json'
import type importer from './en/importer.json'
import type inbox from './en/inbox.json'
import type invoices from './en/invoices.json'
import type jobs from './en/jobs.json'
import type landing from './en/landing.json'
import type manifest from './en/manifest.json'
import type massCancel from './en/massCancel.json'
import type money from './en/money.json'
import type notifications from './en/notifications.json'
import type pay from './en/pay.json'
import type payments from './en/payments.json'
import type payouts from './en/payouts.json'
import type kpis from './en/kpis.json'
import type platform from './en/platform.json'
import type platformAudit from './en/platformAudit.json'
import type platformBilling from './en/platformBilling.json'
import type operators from './en/operators.json'
import type plugins from './en/plugins.json'
import type print from './en/print.json'
import type printing from './en/printing.json'
import type profile from './en/profile.json'
import type register from './en/register.json'
import type reports from './en/reports.json'
import type reportNames from './en/reportNames.json'
import type reportColumns from './en/reportColumns.json'
import type reportValues from './en/reportValues.json'
import type resellers from './en/resellers.json'
import type resources from './en/resources.json'
import type reviews from './en/reviews.json'
import type ringing from './en/ringing.json'
import type scanner from './en/scanner.json'
import type search from './en/search.json'
import type sell from './en/sell.json'
import type security from './en/security.json'
import type setup from './en/setup.json'
import type shell from './en/shell.json'
import type signin from './en/signin.json'
import type signing from './en/signing.json'
import type signup from './en/signup.json'
import type speech from './en/speech.json'
import type tables from './en/tables.json'
import type support from './en/support.json'
import type team from './en/team.json'
import type templateEditor from './en/templateEditor.json'
import type templates from './en/templates.json'
import type terms from './en/terms.json'
import type threads from './en/threads.json'
import type trip from './en/trip.json'
import type trips from './en/trips.json'
import type waiverTemplates from './en/waiverTemplates.json'
import type waivers from './en/waivers.json'

export type Features = {
  platformTexts: typeof platformTexts
  platformHubspot: typeof platformHubspot
  platformReferrals: typeof platformReferrals
  platformFeatures: typeof platformFeatures
  platformTerms: typeof platformTerms
  platformNews: typeof platformNews
  firstSteps: typeof firstSteps
  referral: typeof referral
  announcements: typeof announcements
  announcer: typeof announcer
  assistant: typeof assistant
  audit: typeof audit
  availability: typeof availability
  blackouts: typeof blackouts
  calendar: typeof calendar
  callLines: typeof callLines
  callSettings: typeof callSettings
  calls: typeof calls
  cardFace: typeof cardFace
  cash: typeof cash
  catalog: typeof catalog
  channels: typeof channels
  common: typeof common
  components: typeof components
  crm: typeof crm
  customers: typeof customers
  dashboard: typeof dashboard
  desk: typeof desk
  aiAgents: typeof aiAgents
  developers: typeof developers
  devicePage: typeof devicePage
  billing: typeof billing
  devices: typeof devices
  embed: typeof embed
  experience: typeof experience
  experiences: typeof experiences
  fields: typeof fields
  general: typeof general
  giftCards: typeof giftCards
  guides: typeof guides
  help: typeof help
  importer: typeof importer
  inbox: typeof inbox
  invoices: typeof invoices
  jobs: typeof jobs
  landing: typeof landing
  manifest: typeof manifest
  massCancel: typeof massCancel
  money: typeof money
  notifications: typeof notifications
  pay: typeof pay
  payments: typeof payments
  payouts: typeof payouts
  kpis: typeof kpis
  platform: typeof platform
  platformAudit: typeof platformAudit
  platformBilling: typeof platformBilling
  operators: typeof operators
  plugins: typeof plugins
  print: typeof print
  printing: typeof printing
  profile: typeof profile
  register: typeof register
  reports: typeof reports
  reportNames: typeof reportNames
  reportColumns: typeof reportColumns
  reportValues: typeof reportValues
  resellers: typeof resellers
  resources: typeof resources
  reviews: typeof reviews
  ringing: typeof ringing
  scanner: typeof scanner
  search: typeof search
  security: typeof security
  sell: typeof sell
  setup: typeof setup
  shell: typeof shell
  signin: typeof signin
  signing: typeof signing
  signup: typeof signup
  speech: typeof speech
  tables: typeof tables
  support: typeof support
  team: typeof team
  templateEditor: typeof templateEditor
  templates: typeof templates
  terms: typeof terms
  threads: typeof threads
  trip: typeof trip
  trips: typeof trips
  waiverTemplates: typeof waiverTemplates
  waivers: typeof waivers
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Features
  }
}
