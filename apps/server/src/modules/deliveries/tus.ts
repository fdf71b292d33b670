/** The tus endpoint (https://tus.io/protocols/resumable-upload): the library moves bytes, we say who may. */

import { maxUploadBytes } from '@semblance/contract'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { asCaller } from '../../api.ts'
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Storage } from '../../platform/storage.ts'
import type { Session } from '../auth/service.ts'
import { setUploadRemoved } from './upload-queries.ts'
import { getOpenUpload, openUpload, UPLOAD_LIFETIME_MS, UPLOADS_DIR } from './uploads.ts'

const PATH = '/api/uploads'

/** What the library's hooks need to know of a request, and what they threw. */
type Exchange = { session: Session; failure?: unknown }

export type TusEndpoint = (request: Request, session: Session) => Promise<Response>

export function tusEndpoint(platform: Platform, storage: Storage): TusEndpoint {
  const exchanges = new WeakMap<object, Exchange>()
  const server = new Server({
    path: PATH,
    datastore: new FileStore({
      directory: storage.makeDir(UPLOADS_DIR),
      expirationPeriodInMilliseconds: UPLOAD_LIFETIME_MS,
    }),
    maxSize: maxUploadBytes,
    allowedOrigins: () => false,
    // Without a host: the browser may reach us under another name than PUBLIC_URL.
    generateUrl: (_request, { path, id }) =>
      `${new URL(platform.config.publicUrl).pathname.replace(/\/$/, '')}${path}/${id}`,
    onUploadCreate: (request, upload) =>
      asCaller(platform, exchanges.get(request)!.session, async (ctx) => {
        const contractId = upload.metadata?.contractId ?? ''
        const { fileName } = await openUpload(ctx, {
          id: upload.id,
          contractId,
          fileName: upload.metadata?.filename ?? '',
          bytes: upload.size,
        })
        return { metadata: { contractId, filename: fileName } }
      }),
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return // decided in onUploadCreate, which knows the upload
      await asCaller(platform, exchanges.get(request)!.session, (ctx) => getOpenUpload(ctx, id))
    },
    onResponseError: (request, error) => {
      exchanges.get(request)!.failure = error
      return undefined
    },
  })
  return async (request, session) => {
    const exchange: Exchange = { session }
    exchanges.set(request, exchange)
    const response = await server.handleWeb(request)
    if (response.status === 413) throw new AppError('too_large')
    // The protocol's own errors carry a status and go out as the library words them; ours and the unexpected do not.
    const isProtocolError = (exchange.failure as { status_code?: number })?.status_code
    if (exchange.failure && !isProtocolError) throw exchange.failure
    if (request.method === 'DELETE' && response.ok) await recordRemoval(platform, request)
    return response
  }
}

async function recordRemoval({ db }: Platform, request: Request): Promise<void> {
  const id = new URL(request.url).pathname.split('/').at(-1)!
  await db.transaction(system, (tx) => setUploadRemoved(tx, id, new Date()))
}
