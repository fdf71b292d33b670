/** Lists resources of SCIM: by filter, in pages by offset, with the attributes that a client names. */
import { type Filter, filter, parse } from 'scim2-parse-filter'
import type { Place } from './queries.ts'
import { ScimRefusal } from './resources.ts'

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const MAX_PAGE = 200
/** Limits the resources that a filter other than one by name looks through. */
const MAX_SCANNED = 10_000

type Resource = Record<string, unknown>
type Source = {
  /** Names the attribute by which people name a resource. */
  nameAttribute: string
  count: () => Promise<number>
  list: (match: Place['match'], page: { offset: number; limit: number }) => Promise<Resource[]>
}

const whole = (text: string | null, otherwise: number) => {
  const value = Number(text ?? otherwise)
  if (Number.isInteger(value)) return value
  throw new ScimRefusal(400, 'startIndex and count are whole numbers.', 'invalidValue')
}

/** Returns a page of resources. Throws ScimRefusal for a filter that cannot be read. */
export async function listResources(query: URLSearchParams, source: Source) {
  const startIndex = Math.max(1, whole(query.get('startIndex'), 1))
  const limit = Math.min(MAX_PAGE, Math.max(0, whole(query.get('count'), 100)))
  const page = { offset: startIndex - 1, limit }
  const text = query.get('filter')
  const { total, found } = text
    ? await search(readFilter(text), page, source)
    : { total: await source.count(), found: await source.list(null, page) }
  return {
    schemas: [LIST],
    totalResults: total,
    startIndex,
    itemsPerPage: found.length,
    Resources: found.map((resource) => select(resource, query)),
  }
}

function readFilter(text: string): Filter {
  try {
    return parse(text)
  } catch {
    throw new ScimRefusal(400, 'The filter cannot be read.', 'invalidFilter')
  }
}

async function search(ast: Filter, page: { offset: number; limit: number }, source: Source) {
  const match = matchOf(ast, source.nameAttribute)
  const scanned = await source.list(match, { offset: 0, limit: MAX_SCANNED })
  const found = match ? scanned : scanned.filter(filter(ast))
  return { total: found.length, found: found.slice(page.offset, page.offset + page.limit) }
}

/** Returns what an index finds: an equal name or external ID. */
function matchOf(ast: Filter, nameAttribute: string): Place['match'] {
  if (ast.op !== 'eq' || typeof ast.compValue !== 'string') return null
  const attribute = ast.attrPath.toLowerCase()
  if (attribute === nameAttribute.toLowerCase()) return { name: ast.compValue }
  return attribute === 'externalid' ? { externalId: ast.compValue } : null
}

/** Returns the attributes of a resource that a client names; schemas and ID are always among them. */
export function select(resource: Resource, query: URLSearchParams): Resource {
  const names = (parameter: string) =>
    (query.get(parameter) ?? '')
      .split(',')
      .map((name) => name.trim().split('.')[0]?.toLowerCase() ?? '')
      .filter(Boolean)
  const wanted = names('attributes')
  const unwanted = names('excludedAttributes')
  const isKept = (name: string) =>
    name === 'schemas' ||
    name === 'id' ||
    ((wanted.length === 0 || wanted.includes(name.toLowerCase())) &&
      !unwanted.includes(name.toLowerCase()))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)))
}
