/** Attachments outside the typed API: put up as a request's body, fetched by signed link. */
import type { KeyAccess } from '@semblance/contract'
import { Hono } from 'hono'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { type CallerAuth, readBearer } from '../api/service.ts'
import { receiveAttachment } from './attachments.ts'
import type { AttachmentKind } from './kind.ts'
import { sendFile } from './read-file.ts'

/** `places` is the address below which they are put up: `/conversations`; `access` what a key needs for that. */
export function attachmentRoutes(
  platform: Platform,
  auth: CallerAuth,
  { kind, places, access }: { kind: AttachmentKind; places: string; access: KeyAccess },
): Hono<HttpEnv> {
  const blobs = openBlobs(platform.config)
  return new Hono<HttpEnv>()
    .post(`${places}/:placeId/${kind.name}`, async (c) => {
      const session = await readBearer(platform, auth, c, access)
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
