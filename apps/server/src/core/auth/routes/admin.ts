/** Endpoints of the service role. */
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import {
  adminCreateUser,
  adminDeleteFactor,
  adminDeleteUser,
  adminGetUser,
  adminListFactors,
  adminListUsers,
  adminUpdateUser,
  type UserFields,
} from '../accounts/admin.ts'
import { adminLinkTypes, generateLink } from '../accounts/admin-links.ts'
import { inviteByMail } from '../accounts/invitations.ts'
import { checkMetadata } from '../accounts/user.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import {
  emailField,
  linkRequestOf,
  metadataField,
  phoneField,
  readBody,
  requireService,
  uuidParameter,
} from './transport.ts'

const MAX_PAGE_SIZE = 1000

const userBody = z.object({
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadataField,
  app_metadata: metadataField,
  ban_duration: z.string().nullish(),
})
const linkBody = z.object({
  type: z.enum(adminLinkTypes, { error: 'This type of link is not supported' }),
  email: emailField,
  new_email: emailField.nullish(),
  password: z.string().nullish(),
  data: metadataField,
})
const inviteBody = z.object({ email: emailField, data: metadataField })
const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() })

export function adminRoutes(app: Hono, auth: Auth): void {
  const { ctx } = auth
  app.use('/admin/*', async (c, next) => {
    requireService(c, auth)
    await next()
  })
  app.get('/admin/users', (c) => answerList(c, auth))
  app.post('/admin/users', async (c) =>
    c.json(await adminCreateUser(ctx, fieldsOf(await readBody(c, userBody)))),
  )
  app.get('/admin/users/:user_id', async (c) =>
    c.json(await adminGetUser(ctx, uuidParameter(c, 'user_id'))),
  )
  app.put('/admin/users/:user_id', async (c) => {
    const id = uuidParameter(c, 'user_id')
    return c.json(await adminUpdateUser(ctx, id, fieldsOf(await readBody(c, userBody))))
  })
  app.delete('/admin/users/:user_id', async (c) => {
    const { should_soft_delete: isSoft } = await readBody(c, deleteBody)
    await adminDeleteUser(ctx, uuidParameter(c, 'user_id'), isSoft ?? false)
    return c.json({})
  })
  app.get('/admin/users/:user_id/factors', async (c) =>
    c.json(await adminListFactors(ctx, uuidParameter(c, 'user_id'))),
  )
  app.delete('/admin/users/:user_id/factors/:factor_id', async (c) => {
    const userId = uuidParameter(c, 'user_id')
    return c.json(await adminDeleteFactor(ctx, userId, uuidParameter(c, 'factor_id')))
  })
  app.post('/admin/generate_link', async (c) => {
    const body = await readBody(c, linkBody)
    const metadata = body.data ?? {}
    checkMetadata(metadata)
    const { type, email, new_email: newEmail, password } = body
    const optional = { ...(newEmail ? { newEmail } : {}), ...(password ? { password } : {}) }
    const input = { type, email, metadata, ...optional }
    return c.json(await generateLink(ctx, input, linkRequestOf(c, null)))
  })
  app.post('/invite', async (c) => {
    requireService(c, auth)
    const { email, data } = await readBody(c, inviteBody)
    const metadata = data ?? {}
    checkMetadata(metadata)
    return c.json(await inviteByMail(ctx, { email, metadata }, linkRequestOf(c, null)))
  })
}

/** The client reads the first number after the first `=` of each link. */
async function answerList(c: Context, { ctx }: Auth): Promise<Response> {
  const count = (name: string, otherwise: number) => {
    const parsed = z.coerce
      .number()
      .int()
      .min(1)
      .safeParse(c.req.query(name) || otherwise)
    if (parsed.success) return parsed.data
    throw new AuthError('validation_failed', { message: `Bad Pagination Parameters: ${name}` })
  }
  const number = count('page', 1)
  const size = Math.min(count('per_page', 50), MAX_PAGE_SIZE)
  const filter = c.req.query('filter') || null
  const { users, total } = await adminListUsers(ctx, { number, size, filter })
  const last = Math.max(1, Math.ceil(total / size))
  const link = (page: number, rel: string) =>
    `<${ctx.publicUrl}/auth/v1/admin/users?page=${page}&per_page=${size}>; rel="${rel}"`
  const links = [...(number < last ? [link(number + 1, 'next')] : []), link(last, 'last')]
  c.header('X-Total-Count', String(total))
  c.header('Link', links.join(', '))
  return c.json({ users, aud: 'authenticated' })
}

function fieldsOf(body: z.infer<typeof userBody>): UserFields {
  const { ban_duration: ban, ...rest } = body
  const given = Object.entries(rest).filter(([, value]) => value != null)
  return { ...Object.fromEntries(given), ...(ban != null ? { banMs: banMsOf(ban) } : {}) }
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3600_000 }

/**
 * Returns the milliseconds of a duration in Go's notation (`24h`, `1h30m`), null for `none`. Throws
 * validation_failed.
 */
function banMsOf(text: string): number | null {
  if (text === 'none') return null
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    throw new AuthError('validation_failed', { message: 'invalid format for ban duration' })
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * unitMs[unit!]!, 0)
}
