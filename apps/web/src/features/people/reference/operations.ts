/** Lists the operations of the API, and what each asks for and refuses. */
import { type Answer, type Description, nameOf, type OperationObject } from './description.ts'

export type Operation = OperationObject & { method: string; path: string }
export type Group = { name: string; description: string; operations: readonly Operation[] }

/** Returns all operations by tag, in the description's order. */
export function groupsOf({ paths, tags }: Description): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  return tags.map(({ name, description = '' }) => ({
    name,
    description,
    operations: all.filter((operation) => operation.tags?.includes(name)),
  }))
}

/** Returns the groups with the operations that hold every word; a group that holds them itself, whole. */
export function search(groups: readonly Group[], text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => {
        const held = textOf(group, operation)
        return words.every((word) => held.includes(word))
      }),
    }))
    .filter(({ operations }) => operations.length > 0)
}

function textOf({ name, description }: Group, operation: Operation): string {
  const { operationId, method, path, summary } = operation
  const needed = needsOf(operation)
  const scope = needed.kind === 'bearer' && needed.scope
  return [name, description, operationId, method, path, summary, scope].join(' ').toLowerCase()
}

/**
 * Says who may call an operation: `open` needs no bearer. `scope` is that of a key: empty where any key will
 * do, null where keys never do.
 */
export type Needs =
  | { kind: 'open' }
  | { kind: 'bearer'; scope: string | null; isOpenToVisitors: boolean }

export function needsOf({ security = [] }: OperationObject): Needs {
  const key = security.find((one) => one.key !== undefined)?.key
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
  if (security.every((one) => Object.keys(one).length === 0)) return { kind: 'open' }
  return { kind: 'bearer', scope: key ? (key[0] ?? '') : null, isOpenToVisitors: isOpen }
}

/** Returns the answers that are no errors, by status. */
export const successesOf = ({ responses }: OperationObject): [string, Answer][] =>
  Object.entries(responses).filter(([status]) => Number(status) < 400)

export type Refusal = { status: string; codes: readonly string[]; description: string }

/** Returns the errors by status, with the codes that each may have. */
export function refusalsOf({ responses }: OperationObject, { components }: Description): Refusal[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, answer]) => {
      const named = components.responses[nameOf(answer) ?? ''] ?? answer
      const { description = '' } = named
      return {
        status,
        codes: [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
        description,
      }
    })
}

const isJson = (content: object = {}) =>
  Object.keys(content).every((type) => type === 'application/json')

/**
 * Returns true for an operation that the client has as a call; the others are uploads, files and streams,
 * known by bytes in a body or by headers that they need.
 */
export function isCall(operation: OperationObject): boolean {
  const { parameters = [], requestBody } = operation
  return (
    parameters.every((parameter) => parameter.in !== 'header') &&
    isJson(requestBody?.content) &&
    successesOf(operation).every(([, { content }]) => isJson(content))
  )
}
