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

const calls = ['/api/:path*', '/app/:path*', '/signup/:path+', '/widgets/:path*', '/media/:path*']

const config: NextConfig = {
  experimental: { globalNotFound: true },
  ...(process.env.NODE_ENV === 'production'
    ? { output: 'export' }
    : {
        // Tenants are hosts, so development runs on many: reef.localhost, peak.localhost, ...
        allowedDevOrigins: ['127.0.0.1', '*.localhost'],
        devIndicators: false,
        rewrites: async () => ({
          beforeFiles: [...calls.map((source) => ({ source, destination: `${server}${source}` })), ...shells],
          afterFiles: [],
          fallback: [],
        }),
      }),
}

export default config
