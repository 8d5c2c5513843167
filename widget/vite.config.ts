import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { mockServer } from './dev/plugin.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** What stands in for React in what visitors load: the same source, a thirtieth of the weight (ADR 38). */
export const slimAlias = {
  'react/jsx-runtime': path('src/slim/jsx.ts'),
  'react/jsx-dev-runtime': path('src/slim/jsx.ts'),
  'react-dom/client': path('src/slim/dom.ts'),
  react: path('src/slim/react.ts'),
}

/** Opens a calendar once its page is there: a file of its own, which the page names. */
const OPEN = path('src/calendar/start.ts')

const FOLDER = path('src/messages')
const messageFiles = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json')).sort()
const compact = (name: string): string => JSON.stringify(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')))
const version = createHash('sha256').update(messageFiles.map(compact).join('\n')).digest('hex').slice(0, 6)
/** Kept for a year like every file with a hash in its address; the server puts the first language into the page. */
const MESSAGES = `assets/messages-${version}`

const messages: Plugin = {
  name: 'outfitter-messages',
  apply: 'build',
  enforce: 'pre',
  // In a build they are files beside the scripts, and no script has to list them.
  transform: (code, id) => (id.startsWith(FOLDER) ? code.replace(/import\.meta\.glob.*\)/, '{}') : null),
  generateBundle() {
    for (const name of messageFiles) this.emitFile({ type: 'asset', fileName: `${MESSAGES}/${name}`, source: compact(name) })
  },
}

/** What is loaded later is small and has no styles; the helper that would hurry it weighs a kilobyte. */
const plainImports: Plugin = {
  name: 'outfitter-plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : null),
}

/** All files are of the page's own origin; marked as if they were not, a style sheet that was hurried would come twice. */
const ownOrigin: Plugin = {
  name: 'outfitter-own-origin',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll(' crossorigin', '') },
}

/** What Vite would hurry with a file that is loaded later, and the helper that does it: all of it is there already. */
const HURRIED = [
  [/(?<![\w$])[\w$]+\(\(\)=>(import\([^()]*\)(?:\.then\(e=>e\.[\w$]+\))?),__VITE_PRELOAD__\)/g, '$1'],
  [/,__VITE_PRELOAD__\)/g, ')'],
] as const
const EXPORTED = /export\{([^}]*)\};?\s*$/
const IMPORTED = /import\{([^}]*)\}from"\.\/([^"]+)"/g

/** `a as b, c` as pairs of what it is called here and what it is called there. */
const pairs = (list: string): string[][] => list.split(',').map((one) => one.split(' as ')).map(([own, other]) => [own!, other ?? own!])

/** What one file takes from another goes by the name it has there: fifty times ` as x` would weigh a tenth of a kilobyte. */
const plainExports: Plugin = {
  name: 'outfitter-plain-exports',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    for (const chunk of chunks) for (const [hurried, plain] of HURRIED) chunk.code = chunk.code.replace(hurried, plain)
    const known = new Map<string, Map<string, string>>()
    // What is loaded later is taken from its file by name: `import(…).then(file => file.c)`.
    const askedLater = new Set(chunks.flatMap((chunk) => chunk.dynamicImports))
    for (const chunk of chunks) {
      const list = EXPORTED.exec(chunk.code)?.[1]
      const isTaken = chunk.isEntry || chunk.isDynamicEntry || askedLater.has(chunk.fileName)
      // Of the file that opens calendars nobody takes anything so.
      if (!list || (isTaken && chunk.facadeModuleId !== OPEN)) continue
      known.set(chunk.fileName.split('/').pop()!, new Map(pairs(list).map(([own, called]) => [called!, own!])))
      const names = [...new Set(pairs(list).map(([own]) => own))].sort()
      chunk.code = chunk.code.replace(EXPORTED, () => `export{${names.join()}};`)
    }
    for (const chunk of chunks) {
      chunk.code = chunk.code.replace(IMPORTED, (whole, list: string, from: string) => {
        const names = known.get(from)
        const taken = pairs(list).map(([called, own]) => [names?.get(called!), own])
        if (names && taken.some(([name]) => !name)) this.error(`${from} lacks a name that ${chunk.fileName} takes.`)
        return names ? `import{${taken.map((pair) => pair.join(' as ')).join()}}from"./${from}"` : whole
      })
    }
  },
}

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * What the calendar's page begins with is one file, and all that its pictures are made of is another.
 * The trip builder, which comes after it, finds there what both need.
 */
function calendarFiles(): (id: string, modules: Modules) => string | null {
  const owners = new Map<string, string>()
  return (id, modules) => {
    const collect = (one: string, owner: string): void => {
      if (owners.has(one)) return
      owners.set(one, owner)
      modules.getModuleInfo(one)?.importedIds.forEach((other) => collect(other, owner))
    }
    if (owners.size === 0) {
      collect(path('src/calendar/main.tsx'), 'first')
      collect(OPEN, 'calendar')
    }
    return owners.get(id) ?? null
  }
}

const STYLE = /<link rel="stylesheet" href="\/widgets\/([^"]+)">/
const STYLES = new RegExp(STYLE, 'g')

/**
 * The calendar's page and the customer's have their style in them. The calendar's names what its picture is made of: a server that has drawn
 * one has that come later (ADR 68).
 */
const wholePage: Plugin = {
  name: 'outfitter-whole-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { path: page, bundle = {} }) {
      const styleOf = (name: string): string => (bundle[name] as { source: string }).source.trim()
      if (page.endsWith('portal.html')) return html.replace(STYLES, (_, name: string) => `<style>${styleOf(name)}</style>`)
      const open = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId === OPEN)
      if (!page.endsWith('calendar.html') || !open) return html
      const link = `<link rel="modulepreload" href="/widgets/${open.fileName}">`
      return html.replace(STYLE, (_, name: string) => `${link}\n    <style data-href="/widgets/${name}">${styleOf(name)}</style>`)
    },
  },
}

export default defineConfig(({ mode }) => ({
  base: '/widgets/',
  define: { MESSAGES: JSON.stringify(MESSAGES) },
  resolve: { alias: mode === 'react' ? {} : slimAlias },
  plugins: [mockServer(), messages, plainImports, ownOrigin, wholePage, plainExports],
  server: { host: '127.0.0.1', port: 8120, strictPort: true },
  preview: { host: '127.0.0.1', port: 8120, strictPort: true },
  build: {
    outDir: mode === 'react' ? 'dist-react' : 'dist',
    emptyOutDir: mode !== 'pay',
    manifest: mode === 'pay' ? '.vite/pay.json' : '.vite/manifest.json',
    // Only pages name what comes with them: a list of it in the first script would weigh more than it brings.
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []) },
    // What the style sheets are written for: colours of both schemes, mixed ones among them.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rollupOptions: {
      input: mode === 'pay' ? ['pay.html', 'sign.html', 'kiosk.html', 'portal.html'] : ['calendar.html', 'tripBuilder.html', OPEN],
      output: mode === 'pay' ? {} : { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: calendarFiles(), debugName: 'calendar' }] } },
    },
  },
}))
