import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import importX from 'eslint-plugin-import-x'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

// A feature is a room of its own: what two of them need lives in components, lib or api.
const features = readdirSync('src/features')
// Those that set up what is sold share their forms, a sale is a trip in the making, and some show what the log says.
// An agent's desk sells and changes trips as the office does, behind a frame of its own.
const shared = {
  availability: ['experience', 'experiences'],
  catalog: ['experience', 'experiences'],
  crm: ['experience', 'experiences'],
  desk: ['sell', 'shell', 'trip'],
  experience: ['audit', 'availability', 'catalog', 'experiences', 'resources', 'waivers'],
  experiences: ['availability', 'experience'],
  invoices: ['audit'],
  resellers: ['audit'],
  sell: ['trip'],
  trip: ['audit'],
}
const featureZones = features.map((name) => ({
  target: `./src/features/${name}`,
  from: './src/features',
  except: [name, ...(shared[name] ?? [])].map((one) => `./${one}`),
  message: 'A feature imports no other feature.',
}))
const layerZones = [
  { target: './src/components', from: './src/features', message: 'Shared components know no feature.' },
  {
    target: ['./src/lib', './src/api', './src/routes'],
    from: './src/features',
    message: 'Foundations know no feature.',
  },
  { target: './src/features', from: './src/app', message: 'Pages wire features, never the other way round.' },
]

export default tseslint.config(
  { ignores: ['out', '.next', 'node_modules', 'next-env.d.ts', 'src/api/schema.d.ts'] },
  ...tseslint.configs.recommended,
  hooks.configs.flat['recommended-latest'],
  {
    plugins: { 'import-x': importX },
    settings: {
      // Without these the plugin reads no TypeScript and resolves no `@/`: it would find no zones.
      'import-x/extensions': ['.ts', '.tsx', '.mjs'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        importX.createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.json'], alias: { '@': [resolve('src')] } }),
      ],
    },
    rules: {
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'import-x/no-restricted-paths': ['error', { zones: [...featureZones, ...layerZones] }],
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['**/*.test.ts'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['src/lib/asked-new.test.ts'], rules: { 'import-x/no-restricted-paths': 'off' } },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
)
