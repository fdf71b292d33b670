/** Tells the server in which files each page's code is, so that a document names them beside the application's own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const route = /\b(?:page|guarded)\(\s*'([^'*]+)',\s*(?:\(\) => import\('\.([^']+)'\)|(\w+))/g
const named = /const (\w+): Page = \(\) => import\('\.([^']+)'\)/g

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
      const pages = pagesOf(readFileSync(join(root, 'src/router.tsx'), 'utf8')).map(
        ([path, module]) => {
          const own = chunks.find((chunk) => chunk.facadeModuleId === join(root, 'src', module))
          const files = new Set(filesOf(own)).difference(ofEveryPage)
          return [path, [...files].map((name) => `/${name}`)] as const
        },
      )
      if (pages.length === 0) this.error('router.tsx no longer names its pages like this')
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(pages)),
      })
    },
  }
}

/** Each address with its page's module. */
function pagesOf(router: string): [path: string, module: string][] {
  const modules = Object.fromEntries([...router.matchAll(named)].map(([, name, of]) => [name, of]))
  return [...router.matchAll(route)].map(([, path, module, name]) => [
    path!,
    module ?? modules[name!]!,
  ])
}
