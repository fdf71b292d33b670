import type { Context } from 'hono'
import { asCaller, readBearer } from './api.ts'
import type { Auth } from './modules/auth/service.ts'
import type { Ctx, Platform } from './platform/context.ts'
import { attachment } from './platform/file-names.ts'
import type { HttpEnv } from './platform/http.ts'

type Served = { platform: Platform; auth: Pick<Auth, 'verify'> }

/** A document, made under the caller's rights and given to be saved under this name. */
export async function answerPdf(
  c: Context<HttpEnv>,
  { platform, auth }: Served,
  fileName: string,
  make: (ctx: Ctx) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const session = await readBearer(auth, c.req.header('authorization'))
  const pdf = await asCaller(platform, session, make)
  return c.body(pdf, 200, {
    'content-type': 'application/pdf',
    'content-disposition': attachment(fileName),
    'cache-control': 'private, no-store',
  })
}
