/** Turns a schema into rows: each field with its type, what it may hold, and how deep it is. */
import { type Description, nameOf, resolve, type Schema } from './description.ts'

export type Field = {
  /** Empty for an alternative of the field above. */
  name: string
  depth: number
  type: string
  isRequired: boolean
  /** Says in a few words what the field may hold. */
  notes: readonly string[]
}

/** Below this, a field says its type alone. */
const MAX_DEPTH = 6

type Place = { description: Description; depth: number; seen: readonly string[] }

/** Returns the fields of an object, or of the objects of a list; none for a plain value. */
export function fieldsOf(schema: Schema, description: Description): Field[] {
  return inner(schema, { description, depth: 0, seen: [] })
}

/** Names the type of a value: "string", "Offer or null", "License[]". */
export function typeOf(schema: Schema, description: Description): string {
  const { variants, isNullable } = variantsOf(schema, description)
  const names = [...new Set(variants.map((one) => plainType(one, description)))]
  return [...names, ...(isNullable ? ['null'] : [])].join(' or ')
}

function plainType(schema: Schema, description: Description): string {
  const name = nameOf(schema)
  const {
    type,
    items,
    'x-native-type': native,
    const: only,
    ...rest
  } = resolve(description, schema)
  if (type === 'array') {
    const item = items ? typeOf(items, description) : 'anything'
    return /\s/.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object' || rest.properties) return name ?? 'object'
  if (native === 'bigint') return 'string of digits'
  if (rest.enum) return 'string'
  if (only !== undefined) return JSON.stringify(only)
  return type ?? 'anything'
}

/** Returns the alternatives of a value, without null. */
function variantsOf(schema: Schema, description: Description) {
  const { anyOf } = resolve(description, schema)
  if (!anyOf) return { variants: [schema], isNullable: schema.type === 'null' }
  const isNull = (one: Schema) => one.type === 'null'
  return { variants: anyOf.filter((one) => !isNull(one)), isNullable: anyOf.some(isNull) }
}

function inner(schema: Schema, place: Place): Field[] {
  const { description, depth, seen } = place
  const name = nameOf(schema)
  if (depth > MAX_DEPTH || (name !== null && seen.includes(name))) return []
  const within = { description, depth, seen: name === null ? seen : [...seen, name] }
  const {
    anyOf,
    items,
    properties,
    required = [],
    additionalProperties,
  } = resolve(description, schema)
  if (anyOf) return alternatives(schema, within)
  if (items) return inner(items, within)
  return [
    ...Object.entries(properties ?? {}).flatMap(([key, value]) =>
      row(key, value, required.includes(key), within),
    ),
    ...(typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? row('*', additionalProperties, false, within)
      : []),
  ]
}

function row(name: string, schema: Schema, isRequired: boolean, place: Place): Field[] {
  const { description, depth } = place
  const field = { name, depth, isRequired, ...shapeOf(schema, description) }
  return [field, ...inner(schema, { ...place, depth: depth + 1 })]
}

/** Lists the fields of the only alternative, or of each under a row of its own. */
function alternatives(schema: Schema, place: Place): Field[] {
  const { description, depth } = place
  const { variants } = variantsOf(schema, description)
  const [first] = variants
  if (first && variants.length === 1) return inner(first, place)
  return variants.flatMap((one) => {
    const fields = inner(one, { ...place, depth: depth + 1 })
    if (fields.length === 0) return []
    return [{ name: '', depth, isRequired: false, ...shapeOf(one, description) }, ...fields]
  })
}

/** Names the type of a value and what it may hold. */
export function shapeOf(schema: Schema, description: Description) {
  const { variants } = variantsOf(schema, description)
  const outer = resolve(description, schema)
  const notes = variants.flatMap((one) => notesOf(resolve(description, one), description))
  const fallback = outer.default === undefined ? [] : [`default ${JSON.stringify(outer.default)}`]
  const own = outer.description ? [outer.description] : []
  return { type: typeOf(schema, description), notes: [...new Set([...own, ...notes, ...fallback])] }
}

function notesOf(schema: Schema, description: Description): string[] {
  if (schema.items) {
    const { minItems, maxItems, items } = schema
    const ofItem = variantsOf(items, description).variants.flatMap((one) =>
      notesOf(resolve(description, one), description).map((note) => `each ${note}`),
    )
    return [...range(minItems, maxItems, 'entries'), ...ofItem]
  }
  const { format, pattern, minLength, maxLength, minimum, maximum, exclusiveMinimum } = schema
  return [
    ...(schema.enum ? [`one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`] : []),
    ...(format ? [format] : []),
    ...range(minLength, maxLength, 'characters'),
    ...range(minimum, maximum),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    // A format says more than its pattern.
    ...(pattern && !format ? [`matches ${pattern}`] : []),
  ]
}

/** The largest safe integer is no limit that anyone meets. */
function range(
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
  unit = '',
): string[] {
  const isFrom = from > Number.MIN_SAFE_INTEGER
  const isTo = to < Number.MAX_SAFE_INTEGER
  const text = (value: number) => value.toLocaleString('en-US')
  const of = unit && ` ${unit}`
  if (isFrom && isTo)
    return [from === to ? `${text(from)}${of}` : `${text(from)} to ${text(to)}${of}`]
  if (isFrom) return [`at least ${text(from)}${of}`]
  return isTo ? [`at most ${text(to)}${of}`] : []
}
