import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'

export default ts.config(
  { ignores: ['dist/**', 'dist-*/**', 'node_modules/**'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      eqeqeq: ['error', 'smart'],
      'no-console': ['error', { allow: ['warn'] }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['src/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', { selector: 'JSXAttribute[name.name="style"]', message: 'A strict policy allows no styles in markup, and what draws knows none (ADR 38).' }] },
  },
  { files: ['**/*.test.{ts,tsx}'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['public/**'], languageOptions: { globals: { URL: 'readonly', fetch: 'readonly', setTimeout: 'readonly' } } },
  {
    files: ['scripts/**', 'dev/**'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly', document: 'readonly', setTimeout: 'readonly' } },
    rules: { 'no-console': 'off' },
  },
)
