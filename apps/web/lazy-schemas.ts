/** Leaves the contract's schemas out of pages that do not use them. */
import type { Plugin } from 'vite'
import { parseAst } from 'vite'

/**
 * A bundler keeps `const a = z.object(…)` whether or not somebody reads `a`: the call may do more than return. In the
 * contract none does, so each such constant is marked as free of side effects.
 */
export function lazySchemas(): Plugin {
  return {
    name: 'lazy-schemas',
    enforce: 'post',
    transform(code, id) {
      if (!id.includes('/packages/contract/src/')) return
      let marked = ''
      let end = 0
      for (const { start, end: stop } of computedConstants(code)) {
        marked += `${code.slice(end, start)}/* @__PURE__ */ (() => (${code.slice(start, stop)}))()`
        end = stop
      }
      return { code: marked + code.slice(end), map: null }
    },
  }
}

/** Where the values of a module's constants stand that calls make. */
function computedConstants(code: string): { start: number; end: number }[] {
  return parseAst(code)
    .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ init }) =>
      init?.type === 'CallExpression' || init?.type === 'ObjectExpression' ? [init] : [],
    )
    .filter(({ start, end }) => code.slice(start, end).includes('('))
}
