/** The API's own description, as far as the reference shows it, and where it comes from. */
import { queryOptions } from '@tanstack/react-query'
import { apiFetch } from '@/lib/api/api-fetch.ts'

/** Types a schema of JSON Schema 2020-12, as far as the description uses it. */
export type Schema = {
  $ref?: string
  type?: string
  description?: string
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  /** Names the type that a text has in the client: bigint or date. */
  'x-native-type'?: string
}

export type Content = Readonly<Record<string, { schema?: Schema; example?: unknown }>>

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema?: Schema
}

export type Answer = {
  $ref?: string
  description?: string
  content?: Content
  headers?: Readonly<Record<string, { description?: string }>>
}

export type OperationObject = {
  operationId: string
  summary?: string
  tags?: readonly string[]
  deprecated?: boolean
  'x-sunset'?: string
  security?: readonly { session?: readonly string[]; key?: readonly string[] }[]
  parameters?: readonly Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Readonly<Record<string, Answer>>
}

export type Description = {
  info: { description?: string }
  servers: readonly { url: string }[]
  tags: readonly { name: string; description?: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  components: {
    schemas: Readonly<Record<string, Schema>>
    responses: Readonly<Record<string, Answer>>
  }
}

/** Reads the description once for a page: another one comes with another release. */
export const descriptionQuery = queryOptions({
  queryKey: ['api-description'],
  queryFn: async ({ signal }): Promise<Description> => {
    const answer = await apiFetch('/api/openapi.json', { signal })
    if (!answer.ok) throw new Error(`The description of the API was answered ${answer.status}.`)
    return (await answer.json()) as Description
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Returns what a reference names, the schema itself where it is none. */
export function resolve({ components }: Description, schema: Schema): Schema {
  const name = nameOf(schema)
  return (name && components.schemas[name]) || schema
}

/** Returns the name of a schema that is only referred to; null for one that is written out. */
export const nameOf = ({ $ref }: { $ref?: string }): string | null =>
  $ref?.slice($ref.lastIndexOf('/') + 1) ?? null
