/** Takes tax forms: the bytes are the body, what is stated of them is the query. */
import { taxFormUpload } from '@semblance/contract'
import { Hono } from 'hono'
import { type CallerAuth, readBearer } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { receiveTaxForm } from './service.ts'

export function taxFormFileRoutes(platform: Platform, auth: CallerAuth): Hono<HttpEnv> {
  return new Hono<HttpEnv>().post('/tax-forms', async (c) => {
    const session = await readBearer(platform, auth, c, 'never')
    if (!session) throw new AppError('sign_in_required')
    const stated = taxFormUpload.safeParse(c.req.query())
    if (!stated.success) {
      const [issue] = stated.error.issues
      throw new AppError('bad_input', { field: issue?.path.join('.'), message: issue?.message })
    }
    const received = await receiveTaxForm(platform, session, {
      ...stated.data,
      fileName: c.req.query('fileName') ?? '',
      body: c.req.raw.body,
      bytes: Number(c.req.header('content-length') ?? 0),
    })
    return c.json(received, 201)
  })
}
