/**
 * Maps each page to its code files for the server, so that a document preloads them together with
 * the application's own.
 */
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { routes } from './src/routes.ts'

/** Writes pages.json: `{ "/dpr-details/:dprId": ["/assets/dpr-details-….js", …] }`. */
export function pageFiles(): Plugin {
  let root = ''
  return {
    name: 'page-files',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const filesOf = (chunk: Rolldown.OutputChunk | undefined): string[] =>
        chunk ? [chunk.fileName, ...chunk.imports.flatMap((name) => filesOf(chunkOf(name)))] : []
      const chunkOf = (name: string) => chunks.find(({ fileName }) => fileName === name)
      const ofEveryPage = new Set(
        chunks.filter(({ isEntry, name }) => isEntry && name !== 'landing').flatMap(filesOf),
      )
      const pages = routes
        .filter(({ path }) => path !== '*')
        .map(({ path, page }) => {
          const module = join(root, `src/pages/${page}.tsx`)
          const own = chunks.find((chunk) => chunk.facadeModuleId === module)
          if (!own) this.error(`${page} has no file of its own`)
          const files = new Set(filesOf(own)).difference(ofEveryPage)
          return [path, [...files].map((name) => `/${name}`)] as const
        })
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(pages)),
      })
    },
  }
}
