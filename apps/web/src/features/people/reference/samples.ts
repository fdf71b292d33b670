/** Writes programs that call an operation: for a shell with curl, and in TypeScript. */
import { type Content, type Description, resolve, type Schema } from './description.ts'
import { isCall, needsOf, type Operation } from './operations.ts'

const json = 'application/json'

/** Writes the call for curl. What a caller has to fill in are variables of the shell. */
export function curlOf(operation: Operation, description: Description): string {
  const { method, requestBody, parameters = [] } = operation
  const [type] = Object.keys(requestBody?.content ?? {})
  const lines = [
    `curl${method === 'GET' ? '' : method === 'HEAD' ? ' -I' : ` -X ${method}`} "$SEMBLANCE_URL/api${shellPath(operation)}"`,
    ...(needsOf(operation).kind === 'open' ? [] : ['-H "Authorization: Bearer $SEMBLANCE_KEY"']),
    ...parameters
      .filter((one) => one.in === 'header' && one.required)
      .map(({ name, schema }) => `-H "${name}: ${schema?.enum?.[0] ?? `$${shellName(name)}`}"`),
    ...(type ? [`-H 'Content-Type: ${type}'`] : []),
    ...(requestBody
      ? [
          type === json
            ? `-d '${JSON.stringify(bodyOf(requestBody.content, description), null, 2).replaceAll("'", String.raw`'\''`)}'`
            : '--data-binary @FILE',
        ]
      : []),
  ]
  return lines.join(' \\\n  ')
}

/** Writes the call in TypeScript: by the client, or by its `fetch` where the operation is none of its calls. */
export function typescriptOf(operation: Operation, description: Description): string {
  return isCall(operation)
    ? callByClient(operation, description)
    : callByFetch(operation, description)
}

function callByClient(operation: Operation, description: Description): string {
  const { operationId, requestBody, parameters = [], responses } = operation
  const given = parameters
    .filter(({ required }) => required)
    .map(({ name, schema }) => `  ${name}${isSimple(schema) ? '' : ': …'},`)
  const content = requestBody?.content[json]
  const body = requestBody && bodyOf(requestBody.content, description)
  const lines =
    content && typeof body === 'object' && body !== null
      ? Object.entries(body).map(([key, value]) => {
          const schema = propertyOf(content.schema, key, description)
          return `  ${keyText(key)}: ${literal(value, { schema, description, indent: 2 })},`
        })
      : []
  const input = [...given, ...lines]
  // A call whose input may be empty takes it all the same.
  const nothing = parameters.length > 0 || requestBody ? '{}' : ''
  const isAnswered = !('204' in responses)
  return `${isAnswered ? 'const answer = ' : ''}await client.api.${operationId}(${
    input.length > 0 ? `{\n${input.join('\n')}\n}` : nothing
  })`
}

function callByFetch(operation: Operation, description: Description): string {
  const { method, parameters = [], requestBody } = operation
  const path = `/api${operation.path}`.replace(/\{(\w+)\}/g, (_, name) => `\${${name}}`)
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=\${encodeURIComponent(${name})}`)
  const address = query.length > 0 ? `${path}?${query.join('&')}` : path
  const quoted = address.includes('${') ? `\`${address}\`` : `'${address}'`
  const [type] = Object.keys(requestBody?.content ?? {})
  const headers = [
    ...(type ? [`'Content-Type': '${type}'`] : []),
    ...parameters
      .filter((one) => one.in === 'header' && one.required)
      .map(({ name, schema }) => {
        const [only] = schema?.enum ?? []
        return `'${name}': ${only === undefined ? variableName(name) : literal(only, { schema, description, indent: 0 })}`
      }),
  ]
  const init = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(requestBody ? ['  body: bytes,'] : []),
  ]
  return `const response = await client.fetch(${quoted}${init.length > 0 ? `, {\n${init.join('\n')}\n}` : ''})`
}

const isSimple = (schema?: Schema) => schema?.type !== 'object'

function shellPath({ path, parameters = [] }: Operation): string {
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=$${shellName(name)}`)
  const named = path.replace(/\{(\w+)\}/g, (_, name) => `$${shellName(name)}`)
  return query.length > 0 ? `${named}?${query.join('&')}` : named
}

const shellName = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase()
const variableName = (name: string) =>
  name.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the body that a test has sent, or one that has the required fields. */
export function bodyOf(content: Content, description: Description): unknown {
  const { schema, example } = content[json] ?? {}
  return example === undefined && schema ? skeleton(schema, description) : example
}

const MAX_DEPTH = 5

/** Returns the least value that a schema describes, with a placeholder for each text. */
function skeleton(schema: Schema, description: Description, depth = 0): unknown {
  const resolved = resolve(description, schema)
  const { type, anyOf, properties = {}, required = [], items, minItems = 0 } = resolved
  if (resolved.const !== undefined) return resolved.const
  if (resolved.enum) return resolved.enum[0]
  if (anyOf?.[0]) return skeleton(anyOf[0], description, depth)
  if (depth > MAX_DEPTH) return null
  if (type === 'object' || resolved.properties)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([key]) => required.includes(key))
        .map(([key, value]) => [key, skeleton(value, description, depth + 1)]),
    )
  if (type === 'array')
    return items && minItems > 0 ? [skeleton(items, description, depth + 1)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return resolved.minimum ?? 1
  if (type === 'null') return null
  if (resolved['x-native-type'] === 'bigint') return '10000'
  return '…'
}

type Printed = { schema: Schema | undefined; description: Description; indent: number }

/** Prints a value as TypeScript: digits that stand for a bigint as one, times as Date. */
function literal(value: unknown, { schema, description, indent }: Printed): string {
  if (typeof value === 'string') {
    const native = schema && nativeOf(schema, description)
    if (native === 'bigint') return `${value}n`
    const quoted = `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", String.raw`\'`)}'`
    return native === 'date' ? `new Date(${quoted})` : quoted
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const within = ' '.repeat(indent + 2)
  const print = (one: unknown, of: Schema | undefined) =>
    literal(one, { schema: of, description, indent: indent + 2 })
  const parts = Array.isArray(value)
    ? value.map((one) => print(one, itemOf(schema, description)))
    : Object.entries(value).map(
        ([key, one]) => `${keyText(key)}: ${print(one, propertyOf(schema, key, description))}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  return `${open}\n${parts.map((part) => `${within}${part},\n`).join('')}${' '.repeat(indent)}${close}`
}

const keyText = (key: string) => (/^[\w$]+$/.test(key) ? key : `'${key}'`)

/** Returns a schema and, where it is one of several, each of them. */
function everyOf(schema: Schema | undefined, description: Description): Schema[] {
  if (!schema) return []
  const resolved = resolve(description, schema)
  return [resolved, ...(resolved.anyOf ?? []).flatMap((one) => everyOf(one, description))]
}

function nativeOf(schema: Schema, description: Description): string | undefined {
  return everyOf(schema, description).find((one) => one['x-native-type'])?.['x-native-type']
}

function propertyOf(schema: Schema | undefined, key: string, description: Description) {
  return everyOf(schema, description).find((one) => one.properties?.[key])?.properties?.[key]
}

function itemOf(schema: Schema | undefined, description: Description): Schema | undefined {
  return everyOf(schema, description).find((one) => one.items)?.items
}
