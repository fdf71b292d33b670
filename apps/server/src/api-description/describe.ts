/** Describes the API in OpenAPI 3.1: what the contract says, and what holds for every operation. */
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { contract, deprecations, events } from '@semblance/contract'
import { type ErrorStatus, errorResponses, errorSchema, referAll } from './errors.ts'
import examples from './examples.json' with { type: 'json' }
import { type FilePaths, filePaths } from './files.ts'
import { commonSchemas, schemaConverter } from './schemas.ts'
import { securityOf } from './security.ts'
import { describeTag } from './tags.ts'
import { describeWebhooks, webhookHeaders } from './webhooks.ts'

/** `members`: all but what staff alone may do, which is `staff`. */
export type Readers = 'members' | 'staff'

type Operation = OpenAPI.OperationObject

/** Describes the operations of one kind of readers, at the server's address. */
export async function describeApi(serverUrl: string, readers: Readers): Promise<OpenAPI.Document> {
  const document = await new OpenAPIGenerator({ schemaConverters: [schemaConverter] }).generate(
    { ...contract, events },
    {
      info: {
        title: readers === 'staff' ? 'Semblance, for staff' : 'Semblance',
        version: '1.0.0',
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: serverUrl }],
      commonSchemas: commonSchemas(),
      filter: ({ contract: { '~orpc': procedure } }) =>
        isForStaff(procedure.route.path ?? '') === (readers === 'staff'),
    },
  )
  const paths: OpenAPI.PathsObject = {}
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    paths[path] = Object.fromEntries(
      Object.entries(methods ?? {}).map(([method, operation]) => [
        method,
        complete(method, operation as Operation),
      ]),
    )
  const files = Object.entries(filePaths).filter(
    ([path]) => isForStaff(path) === (readers === 'staff'),
  )
  mergePaths(paths, Object.fromEntries(files))
  return {
    ...document,
    paths,
    ...(readers === 'members' && { webhooks: await describeWebhooks() }),
    tags: tagsOf(paths),
    components: componentsOf(readers, document, paths),
  }
}

const description = [
  'Amounts are whole US cents, as text. Times are UTC. An error has a code, by which programs decide.',
  'Every answer says in RateLimit and RateLimit-Policy what is left of the rate of its key, session or network; 429 says in Retry-After when to come back.',
  'A read has an ETag; with it in If-None-Match, the same answer is a 304 without a body.',
  'A deprecated operation says so in the headers Deprecation and Sunset, at least twelve months before it goes.',
].join(' ')

/** Everything of staff has an address of its own kind, so that one look at it decides. */
const isForStaff = (path: string) => /^\/(admin|applications)(\/|$)/.test(path)

function mergePaths(into: OpenAPI.PathsObject, more: FilePaths): void {
  for (const [path, methods] of Object.entries(more))
    into[path] = { ...into[path], ...methods } as OpenAPI.PathItemObject
}

function complete(method: string, operation: Operation): Operation {
  const id = operation.operationId ?? ''
  const [noun = ''] = id.split('.')
  const parameters = operation.parameters?.map(plainParameter)
  const example = recorded[id] ?? {}
  return {
    ...operation,
    tags: [noun],
    ...(deprecations[id] && { deprecated: true, 'x-sunset': deprecations[id].sunset }),
    ...(parameters && { parameters }),
    ...(operation.requestBody && {
      requestBody: withExample(operation.requestBody, example.request),
    }),
    security: securityOf(id, method),
    responses: {
      ...successes(operation, example.answer),
      ...(method === 'get' && { '304': { description: 'Unchanged since If-None-Match' } }),
      ...referAll(...errorsOf(method, { ...operation, ...(parameters && { parameters }) })),
    },
  }
}

/** The generator says for each parameter how empty values and reserved characters are read, as by default. */
function plainParameter(parameter: OpenAPI.ParameterObject | OpenAPI.ReferenceObject) {
  if ('$ref' in parameter) return parameter
  const { allowEmptyValue: _, allowReserved: __, ...rest } = parameter
  return rest
}

/** Returns the answers of success; one without content is a 204. */
function successes({ responses = {} }: Operation, example: unknown): OpenAPI.ResponsesObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]) =>
      isEmpty(answer)
        ? ['204', { description: 'Done' }]
        : [status, withExample({ ...answer, description: 'Done' }, example)],
    ),
  )
}

const recorded: Record<string, { request?: unknown; answer?: unknown }> = examples

/** Adds what tests have recorded; nothing else is an example. */
function withExample<T extends object>(content: T, example: unknown): T {
  const json = (content as { content?: Record<string, object> }).content?.['application/json']
  if (example === undefined || !json) return content
  return { ...content, content: { 'application/json': { ...json, example } } }
}

type Answer = OpenAPI.ResponseObject | OpenAPI.ReferenceObject

function isEmpty(answer: Answer): boolean {
  if ('$ref' in answer) return false
  const schema = answer.content?.['application/json']?.schema
  return (
    schema !== undefined && !/[a-z]/i.test(JSON.stringify(schema).replaceAll(/"(not|anyOf)"/g, ''))
  )
}

function errorsOf(method: string, operation: Operation): ErrorStatus[] {
  const takesInput = operation.parameters?.length || operation.requestBody
  const isChange = method !== 'get'
  return [
    ...(takesInput ? ([400] as const) : []),
    ...([401, 403] as const),
    ...(takesInput || isChange ? ([404, 409] as const) : []),
    ...(isChange ? ([413, 422] as const) : []),
    ...([429, 500, 503] as const),
    ...(isChange ? ([507] as const) : []),
  ]
}

function tagsOf(paths: OpenAPI.PathsObject): OpenAPI.TagObject[] {
  const operations = Object.values(paths).flatMap(
    (methods) => Object.values(methods ?? {}) as Operation[],
  )
  const names = new Set(operations.flatMap(({ tags }) => tags ?? []))
  return [...names].sort().map((name) => ({ name, description: describeTag(name) }))
}

const keyScheme = {
  type: 'http' as const,
  scheme: 'bearer',
  description:
    'A key of a service account, from keys.create; each operation names the scope that it needs.',
}

function componentsOf(readers: Readers, document: OpenAPI.Document, paths: OpenAPI.PathsObject) {
  const responses = errorResponses()
  const usedResponses = namesIn(paths, 'responses')
  return {
    securitySchemes: {
      session: {
        type: 'http' as const,
        scheme: 'bearer',
        description: 'The access token of a session, from /auth/v1/token?grant_type=password.',
      },
      ...(readers === 'members' && { key: keyScheme }),
    },
    ...(readers === 'members' && { parameters: webhookHeaders }),
    schemas: { Error: errorSchema, ...usedSchemas(document, paths) },
    responses: Object.fromEntries(
      Object.entries(responses).filter(([name]) => usedResponses.has(name)),
    ),
  }
}

/** Returns the named schemas to which an operation refers, or another one that is used. */
function usedSchemas({ components }: OpenAPI.Document, paths: OpenAPI.PathsObject) {
  const all = components?.schemas ?? {}
  const used: NonNullable<OpenAPI.ComponentsObject['schemas']> = {}
  const open = [...namesIn(paths, 'schemas')]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = all[name]
    if (name in used || !schema) continue
    used[name] = schema
    open.push(...namesIn(schema, 'schemas'))
  }
  return Object.fromEntries(Object.entries(used).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function namesIn(value: object, kind: 'schemas' | 'responses'): Set<string> {
  const pattern = new RegExp(`"#/components/${kind}/(\\w+)"`, 'g')
  return new Set([...JSON.stringify(value).matchAll(pattern)].map(([, name = '']) => name))
}
