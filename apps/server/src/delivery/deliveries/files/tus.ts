/** The tus endpoint (https://tus.io/protocols/resumable-upload): the library speaks the protocol, we say who may. */
import { maxUploadBytes } from '@semblance/contract'
import { Server } from '@tus/server'
import { z } from 'zod'
import { requirePermission, withCallerTransaction } from '../../../core/api/service.ts'
import type { Session } from '../../../core/auth/service.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { Blobs } from '../../../platform/storage/blobs.ts'
import type { Purpose } from '../subjects.ts'
import { UploadStore } from './upload-store.ts'
import { getOpenUpload, openUpload, removeUpload } from './uploads.ts'

const PATH = '/api/uploads'

/** Holds a request's session for the library's hooks, and the error that they threw. */
type Exchange = { session: Session | null; failure?: unknown }

/** Disables the library's locks: the database decides between two writers, also in different processes. */
const noLock = { lock: async () => {}, unlock: async () => {} }

/** Answers a request; `session` is null for OPTIONS alone, which says what the endpoint can do. */
export type TusEndpoint = (request: Request, session: Session | null) => Promise<Response>

export function tusEndpoint(platform: Platform, blobs: Blobs): TusEndpoint {
  const exchanges = new WeakMap<object, Exchange>()
  const sessionOf = (request: object) => exchanges.get(request)?.session ?? null
  const server = new Server({
    path: PATH,
    datastore: new UploadStore(platform, blobs),
    locker: { newLock: () => noLock },
    maxSize: maxUploadBytes,
    allowedOrigins: () => false,
    // Without a host: the browser may reach us under another name than PUBLIC_URL.
    generateUrl: (_request, { path, id }) =>
      `${new URL(platform.config.publicUrl).pathname.replace(/\/$/, '')}${path}/${id}`,
    onUploadCreate: (request, upload) =>
      withCallerTransaction(platform, sessionOf(request), async (ctx) => {
        requirePermission(ctx.actor, ['data'])
        const named = namedIn(upload.metadata ?? {})
        const { fileName } = await openUpload(ctx, {
          id: upload.id,
          purpose: named,
          fileName: upload.metadata?.filename ?? '',
          bytes: upload.size,
          fingerprint: upload.metadata?.fingerprint ?? null,
        })
        return { metadata: { ...named, filename: fileName } }
      }),
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return // decided in onUploadCreate, which knows the upload
      await withCallerTransaction(platform, sessionOf(request), async (ctx) => {
        requirePermission(ctx.actor, ['data'])
        if (request.method === 'DELETE') await removeUpload(ctx, id)
        else await getOpenUpload(ctx, id)
      })
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
    // The protocol's own errors carry a status; ours and the unexpected do not.
    const isProtocolError = (exchange.failure as { status_code?: number })?.status_code
    if (exchange.failure && !isProtocolError) throw exchange.failure
    if (!response.ok) throw await protocolError(response)
    return response
  }
}

/** Returns what the files are for. Throws bad_input unless one contract or twin is named. */
function namedIn({ contractId, twinId }: Record<string, string | null>): Purpose {
  if (contractId && !twinId) return { contractId }
  const twin = z.uuid().safeParse(twinId)
  if (twin.success && !contractId) return { twinId: twin.data }
  throw new AppError('bad_input', {
    field: 'Upload-Metadata',
    message:
      'Name the contract, contractId, or the twin that is measured for a listing, twinId, with its value in base64.',
  })
}

/** Returns the error of this API for one of the protocol's, in the words of the library. */
async function protocolError(response: Response): Promise<AppError> {
  const { status } = response
  if (status === 404 || status === 410) return new AppError('not_found')
  if (status === 409) return new AppError('upload_offset_differs')
  const message = (await response.text()).trim()
  return new AppError('bad_input', message ? { message } : {})
}
