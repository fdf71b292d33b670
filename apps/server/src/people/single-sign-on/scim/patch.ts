/** Reads the operations of a SCIM PATCH (RFC 7644, 3.5.2) into those on attributes that are kept, and applies them. */
import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch'
import { z } from 'zod'
import { ScimRefusal } from './resources.ts'

/** Lists the attributes of a resource that are kept, each with its own attributes. */
export type Attributes = Readonly<Record<string, readonly string[]>>

/** Names through which a path leads out of a resource, to what all objects of the process share. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

const MAX_DEPTH = 10

const PATH =
  /^(?:urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):)?(\w+)(\[[^[\]]+\])?(?:\.([\w$]+))?$/i

const operations = z
  .array(
    z.object({
      op: z
        .string()
        .toLowerCase()
        .pipe(z.enum(['add', 'replace', 'remove'])),
      path: z.string().max(500).nullish(),
      value: z.unknown().optional(),
    }),
  )
  .min(1)
  .max(10_000)

/**
 * Returns a resource after the operations of a PATCH. Operations on attributes that are not kept change nothing,
 * as such attributes of a whole resource do. Throws ScimRefusal.
 */
export function patched(
  resource: object,
  { Operations }: Record<string, unknown>,
  attributes: Attributes,
): unknown {
  refuseForbidden(Operations)
  const read = operations.safeParse(Operations)
  if (!read.success)
    throw new ScimRefusal(400, 'Operations is missing, or one of them is none.', 'invalidSyntax')
  const kept = read.data.flatMap(split).flatMap((one) => keep(one, attributes))
  const document = Object.entries(resource).map(([name, value]) => [
    name,
    only(value, attributes[name] ?? []),
  ])
  try {
    return scimPatch(Object.fromEntries(document) as ScimResource, kept as ScimPatchOperation[], {
      mutateDocument: false,
    })
  } catch (error) {
    const { message, scimCode } = error as { message: string; scimCode?: string }
    throw new ScimRefusal(400, message, scimCode ?? 'invalidValue')
  }
}

/** Refuses forbidden names in paths and in keys of values, at any depth and in any notation of a path. */
function refuseForbidden(given: unknown): void {
  const names: string[] = []
  let level = [given]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new ScimRefusal(400, 'A value is nested too deep.', 'invalidValue')
    const objects = level.filter((one) => one !== null && typeof one === 'object')
    for (const one of objects) {
      if ('path' in one && typeof one.path === 'string') names.push(one.path)
      if (!Array.isArray(one)) names.push(...Object.keys(one))
    }
    level = objects.flatMap((one) => Object.values(one))
  }
  for (const name of names)
    if (name.split(/[^\w@-]+/).some((part) => FORBIDDEN.has(part.toLowerCase()))) refusePath()
}

type Operation = z.infer<typeof operations>[number]

/** Splits an operation without a path into one for each attribute of its value. */
function split({ op, path, value }: Operation): Operation[] {
  if (path) return [{ op, path, value }]
  if (op === 'remove') throw new ScimRefusal(400, 'A removal needs a path.', 'noTarget')
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new ScimRefusal(400, 'An operation without a path needs attributes.', 'invalidValue')
  return Object.entries(value).map(([name, one]) => ({ op, path: name, value: one }))
}

/** Returns the operation by the names of attributes that are kept; none for others. */
function keep({ op, path, value }: Operation, attributes: Attributes): Operation[] {
  const [, name, filter = '', part] = PATH.exec(path ?? '') ?? []
  if (!name) return isExtension(path) ? [] : refusePath()
  const attribute = named(Object.keys(attributes), name)
  if (!attribute) return []
  const parts = attributes[attribute] ?? []
  const kept = part === undefined ? null : named(parts, part)
  if (kept === undefined) return []
  const target = `${attribute}${filter}${kept === null ? '' : `.${kept}`}`
  if (op === 'remove' && value === undefined) return [{ op, path: target }]
  return [{ op, path: target, value: kept === null ? only(value, parts) : value }]
}

const isExtension = (path: string | null | undefined) => /^urn:/i.test(path ?? '')

function refusePath(): never {
  throw new ScimRefusal(400, 'A path names no attribute.', 'invalidPath')
}

/** Finds a name without regard to case, as the standard has it. */
const named = (names: readonly string[], given: string) =>
  names.find((name) => name.toLowerCase() === given.toLowerCase())

/** Returns a value with the attributes that are kept. */
function only(value: unknown, parts: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => only(one, parts))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const name = named(parts, key)
    return name ? [[name, one] as const] : []
  })
  return Object.fromEntries(entries)
}
