import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { NextConfig } from 'next'
import table from './src/routes/routes.json' with { type: 'json' }

const server = process.env.API_ORIGIN ?? 'http://127.0.0.1:8000'
const apexHost = process.env.BASE_DOMAIN ?? 'localhost'
const locales = table.locales.join('|')

const onHost = {
  apex: { has: [{ type: 'host' as const, value: apexHost }] },
  tenant: { missing: [{ type: 'host' as const, value: apexHost }] },
  both: {},
}

// Development only: the server does the same for the exported files. `{name}` and `{name?}` of the
// table become Next's `:name` and `:name?`. Rules chain here, so an id in the first segment must
// not match a locale.
const shells = Object.values(table.routes).flatMap(({ path, shell, host }) => {
  const source = path
    .replace(/^\/\{(\w+)\}/, `/:$1((?!(?:${locales})/)[^/]+)`)
    .replace(/\{(\w+)\?\}/g, ':$1?')
    .replace(/\{(\w+)\}/g, ':$1')
  const condition = onHost[host as keyof typeof onHost]
  return [
    { source: `/:locale(${locales})${source === '/' ? '' : source}`, destination: `/:locale/${shell}`, ...condition },
    { source, destination: `/${table.defaultLocale}/${shell}`, ...condition },
  ]
})

// The contract puts some calls beside the pages they belong to.
const besidePages = [
  '/setup/guide/invite',
  '/setup/guides/assign-existing',
  '/setup/guides/existing-users',
  '/setup/team/user/invite',
  '/setup/team/user/:id/invite/resend',
  '/setup/team/user/:id/toggle-guide',
  '/setup/team/users/:path*',
  '/setup/experiences/reorder',
  '/setup/experience/:id/clone',
  '/setup/experience/:id/dates/json',
  '/setup/experience/availability/:id/delete',
  '/experience/:path*',
  '/note/:path*',
  '/saveCustomField/:path*',
  '/trip/message/:path*',
  '/trip/message-types/:path*',
  '/trip/messages/:path*',
  '/tableview/:path*',
  '/tableviews/:path*',
]
// Some calls have the very address of their page; ours say what they are.
const atPages = ['/setup/experience/availability/:id/edit', '/setup/experiences/availabilities/bulkEdit']
const isCall = { has: [{ type: 'header' as const, key: 'x-requested-with', value: 'XMLHttpRequest' }] }
const calls = [
  '/api/:path*',
  '/app/:path*',
  '/signup/:path+',
  '/widgets/:path*',
  '/:locale/widgets/:path*',
  '/media/:path*',
  '/public/:path*',
  '/pay/:link',
  `/:locale(${locales})/pay/:link`,
  ...besidePages,
]

// The library brings its own words in 34 languages with every control. The page carries those of its
// language (see layout.tsx), so the browser's files go without; and messages are compiled while
// exporting (see messages/load.ts), so the browser gets no parser.
const turbopack: NextConfig['turbopack'] = {
  rules: {
    'intlStrings.mjs': {
      condition: { all: ['browser', 'production'] },
      loaders: ['./scripts/no-strings.cjs'],
      as: '*.js',
    },
    'ariaHideOutside.mjs': {
      condition: { all: ['browser', 'production'] },
      loaders: ['./scripts/no-inert.cjs'],
      as: '*.js',
    },
  },
  resolveAlias: { 'use-intl/format-message': './src/messages/format-message.ts' },
}

/** What a report of a failure calls this build. */
function version(): string {
  try {
    return execSync('git rev-parse --short HEAD', { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return 'unversioned' // built from an archive without its history
  }
}

// What an export spares: the server's half is thrown away once the pages are written, so nothing is mapped
// to its sources; and types are checked by `npm run typecheck`, not once more here. That half is made small
// all the same: pages carry some of its functions (see library-head.tsx).
const build: NextConfig = {
  output: 'export',
  experimental: {
    globalNotFound: true,
    cpus: availableParallelism(),
    turbopackSourceMaps: false,
    // Costs a first build more than it spares; whoever builds again will build once more.
    turbopackFileSystemCacheForBuild: existsSync('out'),
  },
  typescript: { ignoreBuildErrors: true },
}

const config: NextConfig = {
  env: { NEXT_PUBLIC_VERSION: version() },
  turbopack,
  ...(process.env.NODE_ENV === 'production'
    ? build
    : {
        experimental: { globalNotFound: true },
        // Tenants are hosts, so development runs on many: reef.localhost, peak.localhost, ...
        allowedDevOrigins: ['127.0.0.1', '*.localhost'],
        devIndicators: false,
        rewrites: async () => ({
          beforeFiles: [
            ...calls.map((source) => ({ source, destination: `${server}${source}` })),
            ...atPages.map((source) => ({ source, destination: `${server}${source}`, ...isCall })),
            ...shells,
          ],
          afterFiles: [],
          fallback: [],
        }),
      }),
}

export default config
