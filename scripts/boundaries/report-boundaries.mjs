/**
 * Reports imports that break a rule of `boundaries.mjs`, and modules that import each other in a circle, for
 * dependency-cruiser, whose own search for circles takes as long as the rest of its work.
 */

/** @param {{ modules: Module[], summary: { violations: Violation[], totalCruised: number } }} result */
export default function report({ modules, summary }) {
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  const circles = circlesAmong(modules).map((circle) => `no-cycles: ${circle.join(', ')}`)
  const lines = [...broken, ...circles]
  const output =
    lines.length > 0
      ? `${lines.join('\n')}\n\n✗ ${lines.length} violations\n`
      : `✓ no violations among ${summary.totalCruised} modules\n`
  return { output, exitCode: lines.length }
}

/** @typedef {{ source: string, dependencies: { resolved: string }[] }} Module */
/** @typedef {{ rule: { name: string }, from: string, to: string }} Violation */

/**
 * Returns groups of modules that reach each other, and modules that import themselves. Source: Tarjan, 1972.
 *
 * @param {Module[]} modules
 */
export function circlesAmong(modules) {
  const imports = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map((to) => to.resolved)]),
  )
  /** @type {string[][]} */
  const circles = []
  /** @type {string[]} */
  const stack = []
  /** Order of the first visit; infinite once a module's group is known. @type {Map<string, number>} */
  const visited = new Map()
  /** @param {string} source */
  const visit = (source) => {
    const own = visited.size
    let lowest = own
    visited.set(source, own)
    stack.push(source)
    for (const to of imports.get(source) ?? [])
      lowest = Math.min(lowest, visited.get(to) ?? visit(to))
    if (lowest < own) return lowest
    const group = stack.splice(stack.indexOf(source))
    for (const member of group) visited.set(member, Number.POSITIVE_INFINITY)
    if (group.length > 1 || imports.get(source)?.includes(source)) circles.push(group)
    return lowest
  }
  for (const source of imports.keys()) if (!visited.has(source)) visit(source)
  return circles
}
