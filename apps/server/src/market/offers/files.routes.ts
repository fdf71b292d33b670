/** Serves what the typed API cannot: the proposal as PDF, and what an offer grants as an ODRL policy. */
import { canonicalJson, offerPolicy } from '@semblance/contract'
import { Hono } from 'hono'
import { answerPdf, type CallerAuth, credentialOf, openCaller } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { proposalPdf } from './proposal.ts'
import { getOfferForParty } from './service.ts'

export const offerFileRoutes = (platform: Platform, auth: CallerAuth) =>
  new Hono<HttpEnv>()
    .get('/offers/:id/proposal.pdf', (c) => {
      const id = c.req.param('id')
      return answerPdf(c, { platform, auth }, `${id}-proposal.pdf`, 'offers:read', (ctx) =>
        proposalPdf(ctx, id),
      )
    })
    .get('/offers/:id/policy.jsonld', async (c) => {
      const caller = openCaller(platform, auth, credentialOf(c, auth)).needing('offers:read')
      const offer = await caller.read((ctx) => getOfferForParty(ctx, c.req.param('id')))
      return c.body(canonicalJson(offerPolicy(platform.config.publicUrl, offer)), 200, {
        'content-type': 'application/ld+json',
        'cache-control': 'private, no-store',
      })
    })
