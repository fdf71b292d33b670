/**
 * Completes a sketch of an answer by its schema. Each missing field takes a plain value: null where it
 * may be null, the shortest list, 0, false, the first of several choices, and its own name as text.
 */
import type { z } from 'zod'

// biome-ignore lint/suspicious/noExplicitAny: the inside of a schema differs from kind to kind.
type Inside = { def: any; bag: Record<string, any> }
type Schema = { _zod: Inside }

/** Sets every date that a test does not name. */
export const exampleDate = new Date('2026-03-02T09:30:00Z')

export function example(schema: z.ZodType, sketch?: unknown): unknown {
  return complete(schema as unknown as Schema, sketch, '', { made: 0 })
}

type Counter = { made: number }

function complete(schema: Schema, sketch: unknown, name: string, counter: Counter): unknown {
  const { def } = schema._zod
  switch (def.type) {
    case 'nullable':
      return sketch == null ? null : complete(def.innerType, sketch, name, counter)
    case 'optional':
      return sketch === undefined ? undefined : complete(def.innerType, sketch, name, counter)
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return complete(def.innerType, sketch, name, counter)
    case 'pipe':
      return complete(def.in, sketch, name, counter)
    case 'lazy':
      return complete(def.getter(), sketch, name, counter)
    case 'object':
      return isRecord(sketch) || sketch === undefined
        ? completeObject(def.shape, sketch ?? {}, counter)
        : sketch
    case 'array':
      return Array.isArray(sketch)
        ? sketch.map((item) => complete(def.element, item, name, counter))
        : (sketch ?? shortestList(schema, name, counter))
    case 'tuple':
      return def.items.map((item: Schema, index: number) =>
        complete(item, (sketch as unknown[] | undefined)?.[index], name, counter),
      )
    case 'record':
      return completeRecord(def, sketch, counter)
    case 'union':
      return completeUnion(def, sketch, name, counter)
    case 'intersection':
      return Object.assign(
        {},
        complete(def.left, sketch, name, counter),
        complete(def.right, sketch, name, counter),
      )
    default:
      return sketch === undefined ? plain(schema._zod, name, counter) : sketch
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keeps what the schema does not know, for the contract's own check to judge. */
function completeObject(
  shape: Record<string, Schema>,
  sketch: Record<string, unknown>,
  counter: Counter,
): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...sketch }
  for (const [key, schema] of Object.entries(shape))
    whole[key] = complete(schema, sketch[key], key, counter)
  return whole
}

/** Fills a record whose keys are all known; of others it completes the entries that are there. */
function completeRecord(def: Inside['def'], sketch: unknown, counter: Counter): unknown {
  if (sketch !== undefined && !isRecord(sketch)) return sketch
  const known: string[] = [...(def.keyType._zod.values ?? [])]
  const keys = new Set([...known, ...Object.keys(sketch ?? {})])
  return Object.fromEntries(
    [...keys].map((key) => [key, complete(def.valueType, sketch?.[key], key, counter)]),
  )
}

/** Takes the first choice that the sketch fits once it is completed. */
function completeUnion(
  { options }: { options: Schema[] },
  sketch: unknown,
  name: string,
  counter: Counter,
): unknown {
  for (const option of options) {
    const whole = complete(option, sketch, name, counter)
    if ((option as unknown as z.ZodType).safeParse(whole).success) return whole
  }
  return sketch
}

/** Returns as many items as a list must have, each a plain one. */
function shortestList({ _zod: { def } }: Schema, name: string, counter: Counter): unknown[] {
  const checks: Schema[] = def.checks ?? []
  const least = checks.map(({ _zod }) => _zod.def).find(({ check }) => check === 'min_length')
  return Array.from({ length: least?.minimum ?? 0 }, () =>
    complete(def.element, undefined, name, counter),
  )
}

/** Returns the plain value of a schema without parts. */
function plain({ def, bag }: Inside, name: string, counter: Counter): unknown {
  switch (def.type) {
    case 'string':
      return plainText(def.format ?? bag.format, name, counter)
    case 'number':
      return Math.max(0, bag.minimum ?? 0)
    case 'bigint':
      return bag.minimum > 0n ? bag.minimum : 0n
    case 'boolean':
      return false
    case 'date':
      return exampleDate
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'null':
      return null
    default:
      return undefined
  }
}

function plainText(format: string | undefined, name: string, counter: Counter): string {
  counter.made += 1
  if (format === 'uuid') return uuid(counter.made)
  if (format === 'date') return exampleDate.toISOString().slice(0, 10)
  if (name === 'version') return String(counter.made).padStart(64, '0') // a hash
  if (format === 'url') return `https://${name}.example`
  if (format === 'email' || /email$/i.test(name)) return `person${counter.made}@example.test`
  if (/^id$|Id$|slug/.test(name)) return `${name}-${counter.made}`
  return name
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
    .replace(/^./, (first) => first.toUpperCase())
}

/** Returns the nth ID of a test. */
export const uuid = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`
