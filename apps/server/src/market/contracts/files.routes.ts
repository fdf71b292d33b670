/** Serves what the typed API cannot: a contract's status, agreement and fee as PDF, and its license as an ODRL policy. */
import { canonicalJson, contractPolicy } from '@semblance/contract'
import { type Context, Hono } from 'hono'
import { answerPdf, type CallerAuth, credentialOf, openCaller } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { getContract } from './detail.ts'
import { contractPdf } from './document.ts'
import { type AgreementPdf, getAgreementPdf } from './service.ts'

const REVISION = /^[1-9]\d{0,8}$/

export const contractFileRoutes = (platform: Platform, auth: CallerAuth) => {
  const answerAgreement = (c: Context<HttpEnv>, kind: AgreementPdf['kind'], name: string) => {
    const { id = '', revision = '' } = c.req.param()
    return answerPdf(
      c,
      { platform, auth },
      `${id}-${name}-${revision}.pdf`,
      'contracts:read',
      (ctx) => {
        if (!REVISION.test(revision)) throw new AppError('not_found')
        return getAgreementPdf(ctx, { contractId: id, revision: Number(revision), kind })
      },
    )
  }
  return new Hono<HttpEnv>()
    .get('/contracts/:id/contract.pdf', (c) => {
      const id = c.req.param('id')
      return answerPdf(c, { platform, auth }, `${id}-contract.pdf`, 'contracts:read', (ctx) =>
        contractPdf(ctx, id),
      )
    })
    .get('/contracts/:id/policy.jsonld', async (c) => {
      const caller = openCaller(platform, auth, credentialOf(c, auth)).needing('contracts:read')
      const contract = await caller.read((ctx) => getContract(ctx, c.req.param('id')))
      const policy = contractPolicy(platform.config.publicUrl, contract)
      return c.body(canonicalJson(policy), 200, {
        'content-type': 'application/ld+json',
        'cache-control': 'private, no-store',
      })
    })
    .get('/contracts/:id/revisions/:revision/agreement.pdf', (c) =>
      answerAgreement(c, 'agreement', 'agreement'),
    )
    .get('/contracts/:id/revisions/:revision/fee-annex.pdf', (c) =>
      answerAgreement(c, 'fee_annex', 'fee-annex'),
    )
}
