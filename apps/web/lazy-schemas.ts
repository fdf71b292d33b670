/** Keeps the contract's schemas from being built by pages that do not use them. */
import { fileURLToPath } from 'node:url'
import { type ESTree, type Plugin, parseAst } from 'vite'

const helper = fileURLToPath(new URL('src/lib/api/lazy-schema.ts', import.meta.url))

/**
 * Marks schemas as free of side effects, so that unused ones are removed and the others are built
 * on first use. A bundler retains `const a = z.object(…)` even if `a` is unused, because the call
 * may do more than return; in the contract no call does.
 */
export function lazySchemas(): Plugin {
  return {
    name: 'lazy-schemas',
    enforce: 'post',
    transform(code, id) {
      if (!id.includes('/packages/contract/src/')) return
      let marked = `import { lazySchema } from ${JSON.stringify(helper)};`
      let end = 0
      for (const value of computedConstants(code)) {
        const made = code.slice(value.start, value.end)
        const call = isSchema(value) ? `lazySchema(() => (${made}))` : `(() => (${made}))()`
        marked += `${code.slice(end, value.start)}/* @__PURE__ */ ${call}`
        end = value.end
      }
      return { code: marked + code.slice(end), map: null }
    },
  }
}

/** The values of a module's constants that calls make. */
function computedConstants(code: string): ESTree.Expression[] {
  return parseAst(code)
    .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ init }) =>
      init?.type === 'CallExpression' || init?.type === 'ObjectExpression' ? [init] : [],
    )
    .filter(({ start, end }) => code.slice(start, end).includes('('))
}

/** `z.object(…).refine(…)`, and what is derived from another schema: `form.extend(…)`. */
const derives =
  /^(array|extend|nullable|omit|optional|partial|pick|pipe|refine|safeExtend|superRefine|transform)$/
function isSchema(value: ESTree.Expression): boolean {
  let at: ESTree.Expression = value
  while (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
    const { object, property } = at.callee
    if (property.type === 'Identifier' && derives.test(property.name)) return true
    at = object as ESTree.Expression
    if (at.type === 'Identifier') return at.name === 'z'
  }
  return false
}
