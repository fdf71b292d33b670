/** Compares two descriptions of the API: what a program that was written for the first would miss in the second. */

type Json = Record<string, unknown>
export type Description = { paths?: Record<string, Json>; components?: { schemas?: Json } }

type Operation = {
  operationId?: string
  'x-sunset'?: string
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: Body & { required?: boolean }
  responses?: Record<string, Body>
}
type Body = { content?: Record<string, { schema?: unknown }> }
type Schema = {
  $ref?: string
  properties?: Record<string, unknown>
  required?: string[]
  items?: unknown
  anyOf?: unknown[]
  oneOf?: unknown[]
  allOf?: unknown[]
}

/** Limits nesting; a type that names itself ends here. */
const MAX_DEPTH = 12

/**
 * Returns a line for each operation and each field of an answer that is gone, and for each input that
 * is newly required. An operation may go once its day in the description before, `x-sunset`, has come,
 * which may not be brought forward; `today` is a day such as 2027-01-31.
 */
export function breakingChanges(before: Description, after: Description, today: string): string[] {
  return operationsOf(before).flatMap(({ name, path, method, operation }) => {
    const next = after.paths?.[path]?.[method] as Operation | undefined
    const sunset = operation['x-sunset']
    if (!next)
      return sunset && sunset <= today
        ? []
        : [`${name} is gone${sunset ? `, which was to stay until ${sunset}` : ''}`]
    const nextSunset = next['x-sunset']
    return [
      ...(sunset && nextSunset && nextSunset < sunset
        ? [`${name} is to go on ${nextSunset}, which was announced for ${sunset}`]
        : []),
      ...goneAnswers(operation, next, { before, after }).map(
        (field) => `${name} no longer answers ${field}`,
      ),
      ...newInputs(operation, next, { before, after }).map(
        (field) => `${name} now requires ${field}`,
      ),
    ]
  })
}

type Both = { before: Description; after: Description }

function operationsOf({ paths = {} }: Description) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ path, method, operation: operation as Operation },
      name: `${method.toUpperCase()} ${path}`,
    })),
  )
}

function goneAnswers(old: Operation, next: Operation, { before, after }: Both): string[] {
  const kept = answerFields(next, after)
  return [...answerFields(old, before)].filter((field) => !kept.has(field))
}

const answerFields = ({ responses = {} }: Operation, description: Description) =>
  new Set(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, answer]) => schemasOf(answer))
      .flatMap((schema) => fieldsOf(schema, description, { onlyRequired: false })),
  )

function newInputs(old: Operation, next: Operation, { before, after }: Both): string[] {
  const known = requiredInputs(old, before)
  return [...requiredInputs(next, after)].filter((field) => !known.has(field))
}

function requiredInputs({ parameters = [], requestBody }: Operation, description: Description) {
  const named = parameters
    .filter(({ required }) => required)
    .map((one) => `${one.name} in ${one.in}`)
  const body = schemasOf(requestBody).flatMap((schema) =>
    fieldsOf(schema, description, { onlyRequired: true }),
  )
  return new Set([...named, ...(requestBody?.required ? ['a body'] : []), ...body])
}

const schemasOf = (body: Body | undefined) =>
  Object.values(body?.content ?? {}).map(({ schema }) => schema)

type Choice = { onlyRequired: boolean }

/** Returns the paths of all fields below a schema, or of those that must be given. */
function fieldsOf(
  given: unknown,
  description: Description,
  choice: Choice,
  place: { at: string; depth: number } = { at: '', depth: 0 },
): string[] {
  const schema = resolve(given, description)
  if (!schema || place.depth > MAX_DEPTH) return []
  const below = (part: unknown, at: string) =>
    fieldsOf(part, description, choice, { at, depth: place.depth + 1 })
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => !choice.onlyRequired || schema.required?.includes(name))
    .flatMap(([name, part]) => {
      const at = place.at ? `${place.at}.${name}` : name
      return [at, ...below(part, at)]
    })
  // A value of several shapes requires nothing of one alone.
  const branches = choice.onlyRequired
    ? (schema.allOf ?? [])
    : [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...fields,
    ...(schema.items ? below(schema.items, `${place.at}[]`) : []),
    ...branches.flatMap((part) => below(part, place.at)),
  ]
}

function resolve(given: unknown, { components }: Description): Schema | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const schema = given as Schema
  const name = schema.$ref?.split('/').at(-1)
  return name ? (components?.schemas?.[name] as Schema | undefined) : schema
}
