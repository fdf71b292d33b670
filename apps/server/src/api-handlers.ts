/**
 * Serves the API: as RPC for the web at /api/rpc, as OpenAPI for all other clients at /api, with
 * its OpenAPI description.
 */
import { SmartCoercionPlugin } from '@orpc/json-schema'
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { BatchHandlerPlugin } from '@orpc/server/plugins'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract, events } from '@semblance/contract'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { apiPage } from './api-page.ts'
import {
  type Request as ApiRequest,
  credentialOf,
  openCaller,
  translateError,
} from './core/api/service.ts'
import type { Auth } from './core/auth/service.ts'
import type { Platform } from './platform/http/context.ts'
import type { HttpEnv } from './platform/http/http.ts'
import { procedureSeconds, timed } from './platform/process/metrics.ts'
import { procedures } from './procedures.ts'

const schemaConverters = [new ZodToJsonSchemaConverter()]

/** Serves the description of the API: as JSON for programs and as a page for people. */
export function descriptionRoutes(publicUrl: string) {
  let made: Promise<OpenAPI.Document> | undefined
  const description = () => (made ??= describe(publicUrl))
  return new Hono<HttpEnv>()
    .get('/openapi.json', async (c) => c.json(await description()))
    .get('/', async (c) => c.html(apiPage(await description(), c.var.nonce)))
}

/** The API in OpenAPI 3.1, made from the contract. */
async function describe(publicUrl: string): Promise<OpenAPI.Document> {
  return await new OpenAPIGenerator({ schemaConverters }).generate(
    { ...contract, events },
    {
      info: { title: 'Semblance', version: '1.0.0' },
      servers: [{ url: `${publicUrl}/api` }],
    },
  )
}

/** Runs the procedure that a request names. Passes all other requests to the next handler. */
export function callProcedures(platform: Platform, auth: Auth) {
  const rpc = new RPCHandler(procedures, {
    clientInterceptors: [measuredCalls, translatedErrors],
    plugins: [new BatchHandlerPlugin()],
  })
  const openApi = new OpenAPIHandler(procedures, {
    clientInterceptors: [measuredCalls, translatedErrors],
    plugins: [new SmartCoercionPlugin({ schemaConverters })],
  })
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
    const context: ApiRequest = {
      ...{ platform, auth, log, address, caller, setRetryAfter },
      ...{ idempotencyKey, onReplay },
    }
    const handled = await (isRpc
      ? rpc.handle(c.req.raw, { prefix: '/api/rpc', context })
      : openApi.handle(c.req.raw, { prefix: '/api', context }))
    if (!handled.matched) return await next()
    if (retryAfter && !handled.response.ok) c.header('retry-after', String(retryAfter))
    return c.newResponse(handled.response.body, handled.response)
  })
}

type Call<T> = { next: () => Promise<T>; context: ApiRequest; path: readonly string[] }

async function measuredCalls<T>({ next, path }: Call<T>): Promise<T> {
  return await timed(procedureSeconds, next, (error) => ({
    procedure: path.join('.'),
    code: error === null ? 'ok' : error instanceof ORPCError ? error.code : 'internal',
  }))
}

async function translatedErrors<T>({ next, context }: Call<T>): Promise<T> {
  try {
    return await next()
  } catch (error) {
    throw translateError(error, context)
  }
}
