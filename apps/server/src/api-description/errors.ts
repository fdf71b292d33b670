/** The errors of the API as one schema, and one answer for each status. */
import type { OpenAPI } from '@orpc/openapi'
import { type ErrorCode, errors, retryAfterSecondsOf } from '@semblance/contract'

const titles = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'OtherVersion',
  413: 'TooLarge',
  422: 'Unprocessable',
  423: 'Locked',
  429: 'TooManyRequests',
  500: 'Internal',
  503: 'Unavailable',
  507: 'StorageFull',
} as const

export type ErrorStatus = keyof typeof titles

/** Describes the body of every error under /api. */
export const errorSchema = {
  type: 'object',
  required: ['code', 'status', 'message'],
  properties: {
    code: { type: 'string', description: 'Names the error; decide by it. New codes are added.' },
    status: { type: 'integer', description: 'Repeats the status of the answer.' },
    message: { type: 'string', description: 'Explains the error to people; may change.' },
    requestId: { type: 'string', description: 'Names the request in questions to support.' },
    field: { type: 'string', description: 'Names the field at fault, with dots between levels.' },
    issues: {
      type: 'array',
      description: 'Lists every field at fault.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    methods: {
      type: 'array',
      description: 'Lists what proves the person, with proof_needed; one is enough.',
      items: { type: 'string' },
    },
  },
} satisfies OpenAPI.SchemaObject

const codes = Object.keys(errors) as ErrorCode[]

export const refer = (status: ErrorStatus): OpenAPI.ReferenceObject => ({
  $ref: `#/components/responses/${titles[status]}`,
})

/** Returns references by status. */
export const referAll = (...statuses: ErrorStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, refer(status)]))

/** Describes the answer of each status with the codes that it may have. */
export function errorResponses(): Record<string, OpenAPI.ResponseObject> {
  const statuses = [...new Set(codes.map((code) => errors[code].status))].sort()
  return Object.fromEntries(statuses.map((status) => [titles[status], responseOf(status)]))
}

function responseOf(status: ErrorStatus): OpenAPI.ResponseObject {
  const own = codes.filter((code) => errors[code].status === status)
  const [first] = own
  const example = { code: first, status, message: errors[first!].message, requestId: EXAMPLE_ID }
  const waits = status === 429 || own.some((code) => retryAfterSecondsOf(code) !== null)
  return {
    description: own.map((code) => `\`${code}\``).join(', '),
    ...((waits || status === 405) && { headers: headersOf(status) }),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, example },
    },
  }
}

const EXAMPLE_ID = '6f1c2f0e-6b0a-4c57-9c3c-2f8b3a1f6f0d'

const headersOf = (status: ErrorStatus): Record<string, OpenAPI.HeaderObject> =>
  status === 405
    ? { Allow: { description: 'Lists the methods of the address.', schema: text } }
    : {
        'Retry-After': { description: 'Seconds to wait, where waiting helps.', schema: whole },
      }

const text = { type: 'string' } as const
const whole = { type: 'integer' } as const
