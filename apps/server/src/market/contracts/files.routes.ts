/** Serves what the typed API cannot: the contract as PDF, and its license as an ODRL policy. */
import { canonicalJson, contractPolicy } from '@semblance/contract'
import { Hono } from 'hono'
import { answerPdf, type CallerAuth, openCaller } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { getContract } from './detail.ts'
import { contractPdf } from './document.ts'

export const contractFileRoutes = (platform: Platform, auth: CallerAuth) =>
  new Hono<HttpEnv>()
    .get('/contracts/:id/contract.pdf', (c) => {
      const id = c.req.param('id')
      return answerPdf(c, { platform, auth }, `${id}-contract.pdf`, (ctx) => contractPdf(ctx, id))
    })
    .get('/contracts/:id/policy.jsonld', async (c) => {
      const caller = openCaller(platform, auth, c.req.header('authorization'))
      const contract = await caller.read((ctx) => getContract(ctx, c.req.param('id')))
      const policy = contractPolicy(platform.config.publicUrl, contract)
      return c.body(canonicalJson(policy), 200, {
        'content-type': 'application/ld+json',
        'cache-control': 'private, no-store',
      })
    })
