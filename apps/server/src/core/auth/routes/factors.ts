import type { Hono } from 'hono'
import { z } from 'zod'
import type { Auth } from '../service.ts'
import { challengeFactor, verifyChallenge } from '../sign-in/challenges.ts'
import { enrollFactor, unenrollFactor } from '../sign-in/factors.ts'
import { callerOf, phoneField, readBody, requireSession, uuidParameter } from './transport.ts'

const friendly_name = z.string().trim().max(100).nullish()
const enrolment = z.discriminatedUnion(
  'factor_type',
  [
    z.object({
      factor_type: z.literal('totp'),
      friendly_name,
      issuer: z.string().trim().max(100).nullish(),
    }),
    z.object({ factor_type: z.literal('phone'), friendly_name, phone: phoneField }),
  ],
  { error: 'factor_type needs to be totp or phone' },
)
const answer = z.object({
  challenge_id: z.uuid('challenge_id has to be an UUID'),
  code: z.string({ error: 'code is required' }).trim().max(20),
})

export function factorRoutes(app: Hono, auth: Auth): void {
  const { ctx } = auth
  app.post('/factors', async (c) => {
    const session = await requireSession(c, auth)
    const body = await readBody(c, enrolment)
    const friendlyName = body.friendly_name ?? ''
    const issuer = 'issuer' in body && body.issuer ? body.issuer : new URL(ctx.publicUrl).host
    const input =
      body.factor_type === 'phone'
        ? { type: 'phone' as const, friendlyName, phone: body.phone }
        : { type: 'totp' as const, friendlyName, issuer }
    return c.json(await enrollFactor(ctx, session, input))
  })

  app.post('/factors/:factor_id/challenge', async (c) => {
    const session = await requireSession(c, auth)
    const factorId = uuidParameter(c, 'factor_id')
    return c.json(await challengeFactor(ctx, session, { factorId, caller: callerOf(c, ctx) }))
  })

  app.post('/factors/:factor_id/verify', async (c) => {
    const session = await requireSession(c, auth)
    const factorId = uuidParameter(c, 'factor_id')
    const { challenge_id: challengeId, code } = await readBody(c, answer)
    const caller = callerOf(c, ctx)
    return c.json(await verifyChallenge(ctx, session, { factorId, challengeId, code, caller }))
  })

  app.delete('/factors/:factor_id', async (c) => {
    const session = await requireSession(c, auth)
    const factorId = uuidParameter(c, 'factor_id')
    await unenrollFactor(ctx, session, factorId)
    return c.json({ id: factorId })
  })
}
