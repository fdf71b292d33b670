/** Records what the HTTP API takes and answers, with everything masked that differs from run to run or is secret. */
import { expect } from 'vitest'
import { describeApi } from '../src/api-description/describe.ts'
import type { Market } from './fixtures/market-fixtures.ts'

type Parameter = { name: string; in: string; required?: boolean }
type Operation = { operationId?: string; parameters?: Parameter[] }
type Values = Record<string, unknown>

/** Holds what was sent as a body and answered, where there was something. */
export type Example = { request?: unknown; answer?: unknown }

const DATE = '2026-01-31'
const TIME = `${DATE}T09:30:00.000Z`

/** Matches the names of fields whose values are as good as a password, or mean nothing to others. */
const SECRET = /^(secret|start|url|jws|nextCursor)$/

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g

export type Recorder = Awaited<ReturnType<typeof openRecorder>>

/** Opens a recorder; `names` maps texts that tests make up to those of the examples. */
export async function openRecorder(market: Market, names: Record<string, string>) {
  const { paths = {} } = await describeApi('/api', 'members')
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      ...{ path, method, operation: operation as Operation },
      id: (operation as Operation).operationId ?? '',
    })),
  )
  const examples = new Map<string, Example>()
  const ids = new Map<string, string>()

  const maskId = (id: string) => {
    const known = ids.get(id) ?? `00000000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  }
  const maskText = (text: string) =>
    Object.entries(names)
      .reduce((masked, [name, shown]) => masked.replaceAll(name, shown), text)
      .replace(/[\w-]+@(people|organizations)\.test/g, 'somebody@example.com')
      .replace(uuid, maskId)
      .replace(/\b[0-9a-f]{64}\b/g, '0'.repeat(64))
      .replace(/\b[0-9a-f]{32}\b/g, '0'.repeat(32)) // an upload's
      // Public keys of push services, 65 bytes that begin with 4.
      .replace(/\bB[\w-]{86}(?![\w-])/g, `B${'A'.repeat(86)}`)
      .replace(/\bTXN-[\dA-F]{8}\b/g, 'TXN-00000000')
      .replace(/\bINV-20\d{2}-/g, 'INV-2026-')
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, TIME)
      .replace(/\b20\d{2}-\d{2}-\d{2}\b(?!T)/g, DATE)
      .replace(/\b[A-Z][a-z]{2} \d{1,2}, 20\d{2}\b/g, 'Jan 31, 2026')
  const mask = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return SECRET.test(name) ? '…' : maskText(value)
    if (Array.isArray(value)) {
      const isOfObjects = typeof value[0] === 'object'
      return (isOfObjects ? value.slice(0, 2) : value).map((part) => mask(part))
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mask(part, key)]))
  }

  /** Calls an operation, records it if it succeeds, and returns its answer; null after a refusal. */
  const call = async (id: string, token: string, values: Values = {}) => {
    const found = operations.find((one) => one.id === id)
    if (!found) throw new Error(`There is no operation ${id}.`)
    const { path, method, operation } = found
    const { parameters = [] } = operation
    const named = new Set(parameters.map(({ name }) => name))
    const query = new URLSearchParams(
      parameters
        .filter((one) => one.in === 'query' && values[one.name] !== undefined)
        .map(({ name }): [string, string] => [name, String(values[name])]),
    )
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
    const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !named.has(name)))
    const body = method === 'get' || Object.keys(rest).length === 0 ? undefined : rest
    const answer = await market.fetch(`/api${address}${query.size > 0 ? `?${query}` : ''}`, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    const given: unknown = isJson ? await answer.json() : undefined
    if (!answer.ok) return null
    if (!examples.has(id) && (body || isJson))
      examples.set(id, {
        ...(body && { request: mask(body) }),
        ...(given !== undefined && { answer: mask(given) }),
      })
    return given
  }
  return {
    examples: () =>
      Object.fromEntries([...examples].sort(([one], [other]) => (one < other ? -1 : 1))),
    /** Calls an operation that has to succeed. */
    act: async (id: string, token: string, values: Values = {}) => {
      const answer = await call(id, token, values)
      expect(answer, id).not.toBeNull()
      return answer as Record<string, string>
    },
    /** Reads everything that the values lead to, as the first of the callers who may. */
    readAll: async (tokens: readonly string[], values: Values, leftOut: RegExp) => {
      for (const { id, method, operation } of operations) {
        if (method !== 'get' || leftOut.test(id)) continue
        const required = (operation.parameters ?? []).filter(({ required }) => required)
        if (required.some(({ name }) => values[name] === undefined)) continue
        const own = Object.fromEntries(required.map(({ name }) => [name, values[name]]))
        for (const token of tokens) if ((await call(id, token, own)) !== null) break
      }
    },
  }
}
