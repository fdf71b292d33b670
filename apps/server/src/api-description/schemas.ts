/** Writes types of the contract as JSON Schema, and names some of them. */
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import * as shapes from '@semblance/contract'
import { z } from 'zod'

type Definition = { type: string; in?: z.core.$ZodType; out?: z.core.$ZodType }

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as Definition

/** Limits nesting; the library would write anything deeper as a value of any type. */
const MAX_DEPTH = 30

/** Converts the contract's types. Amounts travel as decimal strings; what is unknown first has the type it becomes, an object at least. */
export const schemaConverter: ZodToJsonSchemaConverter = new ZodToJsonSchemaConverter({
  maxStructureDepth: MAX_DEPTH,
  interceptors: [
    ({ schema, options, next }) => {
      const { type, in: from, out } = definitionOf(schema)
      if (type === 'pipe' && from && out && definitionOf(from).type === 'unknown') {
        if (definitionOf(out).type === 'transform') return [true, { type: 'object' }]
        if (options.strategy === 'input') return schemaConverter.convert(out as z.ZodType, options)
      }
      const [isRequired, made] = next()
      const plain = withoutBigints(made)
      if (type === 'tuple') return [isRequired, describeTuple(plain as TupleSchema)]
      return type === 'bigint'
        ? [isRequired, { ...plain, ...integerText(schema, options.strategy) }]
        : [isRequired, plain]
    },
  ],
})

type TupleSchema = { type: 'array'; prefixItems: object[]; items?: object }

/** States the length of a tuple, which the library leaves open; parts of one type are items, which more tools read. */
function describeTuple({ prefixItems, ...rest }: TupleSchema) {
  const length = prefixItems.length
  if (rest.items) return { ...rest, prefixItems, minItems: length }
  const isUniform = new Set(prefixItems.map((part) => JSON.stringify(part))).size === 1
  const parts = isUniform ? { items: prefixItems[0] } : { prefixItems }
  return { ...rest, ...parts, minItems: length, maxItems: length }
}

/** Turns defaults of amounts into the text under which they travel: JSON has no bigint. */
const withoutBigints = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)))

/** Describes a whole number as text; one that is read is at least as large as its type says. */
function integerText(schema: z.core.$ZodType, strategy: 'input' | 'output') {
  const { minValue } = schema as { minValue?: bigint | null }
  const isNeverNegative = strategy === 'input' && (minValue ?? -1n) >= 0n
  return { type: 'string' as const, pattern: isNeverNegative ? '^[0-9]{1,18}$' : '^-?[0-9]{1,18}$' }
}

/** Lists the types that are named in the description: every object of the contract. */
export function commonSchemas() {
  const named = Object.entries(shapes as Record<string, unknown>)
    .filter((entry): entry is [string, z.ZodObject] => entry[1] instanceof z.ZodObject)
    .filter(([name]) => name !== 'pageInput')
  return Object.fromEntries(
    named.map(([name, schema]) => [
      name.slice(0, 1).toUpperCase() + name.slice(1),
      { schema, strategy: /Form$/.test(name) ? ('input' as const) : ('output' as const) },
    ]),
  )
}
