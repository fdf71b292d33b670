/**
 * Serves the API: as RPC for the web at /api/rpc, as OpenAPI for all other clients at /api, with
 * its OpenAPI description.
 */
import { SmartCoercionPlugin } from '@orpc/json-schema'
import type { OpenAPI } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, traverseContractProcedures } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { BatchHandlerPlugin } from '@orpc/server/plugins'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '@semblance/contract'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { describeApi, type Readers } from './api-description/describe.ts'
import {
  type Request as ApiRequest,
  credentialOf,
  openCaller,
  staffOnly,
  translateError,
} from './core/api/service.ts'
import type { Auth } from './core/auth/service.ts'
import type { Platform } from './platform/http/context.ts'
import { errorBody } from './platform/http/error-body.ts'
import type { HttpEnv } from './platform/http/http.ts'
import { noteFact, noteOperation } from './platform/http/request-facts.ts'
import { validateReads } from './platform/http/validate-reads.ts'
import type { Address } from './platform/http/wrong-methods.ts'
import { procedureSeconds, timed } from './platform/process/metrics.ts'
import { requestId } from './platform/process/request-ids.ts'
import { procedures } from './procedures.ts'

const schemaConverters = [new ZodToJsonSchemaConverter()]

/**
 * Serves the description of the API to programs, that of staff to staff alone. People are led to the page that
 * shows it.
 */
export function descriptionRoutes(platform: Platform, auth: Auth) {
  const made = new Map<Readers, Promise<OpenAPI.Document>>()
  const description = (readers: Readers) => {
    const document = made.get(readers) ?? describeApi(`${platform.config.publicUrl}/api`, readers)
    made.set(readers, document)
    return document
  }
  return new Hono<HttpEnv>()
    .use('/openapi.json', validateReads())
    .use('/openapi-staff.json', validateReads())
    .get('/openapi.json', async (c) => c.json(await description('members')))
    .get('/openapi-staff.json', async (c) => {
      const caller = openCaller(platform, auth, credentialOf(c, auth))
      await caller.read(async (ctx) => staffOnly(ctx))
      return c.json(await description('staff'))
    })
    .get('/', (c) => c.redirect('/developers?tab=reference'))
}

// Each has a list of its own, to which its plugins add.
const rpc = new RPCHandler(procedures, {
  clientInterceptors: [measuredCalls, translatedErrors],
  plugins: [new BatchHandlerPlugin()],
})

const openApi = new OpenAPIHandler(procedures, {
  clientInterceptors: [measuredCalls, translatedErrors],
  customErrorResponseBodyEncoder: describeError,
  plugins: [new SmartCoercionPlugin({ schemaConverters })],
})

/** Runs the procedure that a request names. Passes all other requests to the next handler. */
export function callProcedures(platform: Platform, auth: Auth) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const credential = credentialOf(c, auth)
    const { address } = credential
    const caller = openCaller(platform, auth, credential)
    const { log } = c.var
    let retryAfter: number | undefined
    const setRetryAfter = (seconds: number) => {
      retryAfter = seconds
    }
    const isRpc = c.req.path.startsWith('/api/rpc/')
    // The calls of an RPC batch share their headers.
    const idempotencyKey = isRpc ? undefined : c.req.header('idempotency-key')
    const onReplay = () => c.header('idempotent-replayed', 'true')
    // Those of a batch are of its calls, not of the whole.
    const setHeader = (name: string, value: string) => {
      if (!isRpc) c.header(name, value)
    }
    const context: ApiRequest = {
      ...{ platform, auth, log, address, caller, setRetryAfter },
      ...{ idempotencyKey, onReplay, setHeader },
    }
    const handled = await (isRpc
      ? rpc.handle(c.req.raw, { prefix: '/api/rpc', context })
      : openApi.handle(asProcedureCall(c.req.raw), { prefix: '/api', context }))
    if (!handled.matched) return await next()
    const { response } = handled
    if (retryAfter && !response.ok) c.header('retry-after', String(retryAfter))
    const isEmpty = !isRpc && response.status === 200 && !response.body
    return isEmpty ? c.body(null, 204) : c.newResponse(response.body, response)
  })
}

/** Reads for HEAD what GET answers; the application's frame drops the body. */
const asProcedureCall = (request: Request) =>
  request.method === 'HEAD'
    ? new Request(request.url, { method: 'GET', headers: request.headers })
    : request

/** Describes an error to programs. The library's own for a body that is no JSON becomes bad_input. */
function describeError({ code, status, message, data }: ORPCError<string, unknown>) {
  const isMalformed = code === 'BAD_REQUEST'
  const refusal = isMalformed
    ? { code: 'bad_input', status, message: 'The body of this request cannot be read as JSON.' }
    : { code, status, message }
  noteFact({ code: refusal.code })
  return errorBody(refusal, data, requestId())
}

/** Lists the addresses of all procedures, as routes are written. */
export function procedureAddresses(): Address[] {
  const found: Address[] = []
  traverseContractProcedures(
    { router: contract, path: [] },
    ({ contract: { '~orpc': procedure } }) => {
      const { method = 'POST', path = '' } = procedure.route
      found.push({ method, path: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` })
    },
  )
  return found
}

type Call<T> = { next: () => Promise<T>; context: ApiRequest; path: readonly string[] }

async function measuredCalls<T>({ next, path }: Call<T>): Promise<T> {
  noteOperation(path.join('.'))
  return await timed(procedureSeconds, next, (error) => ({
    procedure: path.join('.'),
    code: error === null ? 'ok' : error instanceof ORPCError ? error.code : 'internal',
  }))
}

async function translatedErrors<T>({ next, context }: Call<T>): Promise<T> {
  try {
    return await next()
  } catch (error) {
    const translated = translateError(error, context)
    noteFact({ code: translated.code })
    throw translated
  }
}
