import type { DeclaredTable } from '../declared-schema.ts'
import type { Rule } from '../table-schema.ts'

type Name = (column: number) => string

/** Converts a rule to its declaration. */
export function declareRule(rule: Rule, name: Name): DeclaredTable['rules'][number] {
  if (rule.type === 'order') return { order: [name(rule.low), name(rule.high)] }
  if (rule.type === 'sum') {
    return { sum: name(rule.total), of: rule.parts.map(name), rest: rule.rest ?? false }
  }
  const { on, column, mapping } = rule
  return { dependency: name(column), on: on.map(name), ...(mapping && { mapping }) }
}

/** Writes a rule in one line for people. */
export function writeRule(rule: Rule, name: Name): string {
  if (rule.type === 'order') return `${name(rule.low)} <= ${name(rule.high)}`
  if (rule.type === 'sum') {
    return `${name(rule.total)} ${rule.rest ? '>=' : '='} ${rule.parts.map(name).join(' + ')}`
  }
  return `${rule.on.map(name).join(', ')} -> ${name(rule.column)}`
}
