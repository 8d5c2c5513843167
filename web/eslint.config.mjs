import { readdirSync } from 'node:fs'
import importX from 'eslint-plugin-import-x'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

// A feature is a room of its own: what two of them need lives in components, lib or api.
const features = readdirSync('src/features')
const featureZones = features.map((name) => ({
  target: `./src/features/${name}`,
  from: './src/features',
  except: [`./${name}`],
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
      'import-x/resolver-next': [
        importX.createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.json'], alias: { '@': ['./src'] } }),
      ],
    },
    rules: {
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'import-x/no-restricted-paths': ['error', { zones: [...featureZones, ...layerZones] }],
      'import-x/no-cycle': 'error',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['**/*.test.ts'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
)
