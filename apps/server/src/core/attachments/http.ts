/** Attachments outside the typed API: put up as a request's body, fetched by signed link. */
import { Hono } from 'hono'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { readBearer } from '../api/service.ts'
import type { Auth } from '../auth/service.ts'
import { receiveAttachment } from './attachments.ts'
import type { AttachmentKind } from './kind.ts'
import { sendFile } from './read-file.ts'

/** `places` is the address below which they are put up: `/conversations`. */
export function attachmentRoutes(
  platform: Platform,
  auth: Pick<Auth, 'verify'>,
  { kind, places }: { kind: AttachmentKind; places: string },
): Hono<HttpEnv> {
  const blobs = openBlobs(platform.config)
  return new Hono<HttpEnv>()
    .post(`${places}/:placeId/${kind.name}`, async (c) => {
      const session = await readBearer(auth, c.req.header('authorization'))
      if (!session) throw new AppError('sign_in_required')
      const received = await receiveAttachment(platform, blobs, {
        kind,
        session,
        placeId: c.req.param('placeId'),
        fileName: c.req.query('fileName') ?? '',
        body: c.req.raw.body,
        bytes: Number(c.req.header('content-length') ?? 0),
      })
      return c.json(received, 201)
    })
    .get(`/downloads/${kind.name}/:token`, (c) =>
      sendFile(platform, blobs, kind, { request: c.req.raw, token: c.req.param('token') }),
    )
}
