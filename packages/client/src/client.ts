/** A client of the API for programs: every procedure of the contract, and files in both directions. */
import { randomUUID } from 'node:crypto'
import { createORPCClient } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { contract, isAnswerKept, isRepeatable } from '@semblance/contract'
import type { Api, CallOptions } from './api.ts'
import { type DeliveredFile, type Downloaded, download } from './download.ts'
import { refusalOf } from './errors.ts'
import { type RetryOptions, sendWithRetries } from './retries.ts'
import { type FileToUpload, type Uploaded, upload } from './upload.ts'

export type ClientOptions = RetryOptions & {
  /** Names the address of the server, such as https://semblance.example. */
  url: string
  /** A key of the page Developers. */
  key: string
}

export type Client = {
  api: Api
  /** Sends a file of a delivery, and goes on with one that was begun. */
  upload: (file: FileToUpload) => Promise<Uploaded>
  /** Fetches a delivered file to `path`, which then has the content that the platform certified. */
  download: (file: DeliveredFile, path: string) => Promise<Downloaded>
  /** Sends a request for what is no procedure, such as the event stream, with the key and with retries. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}

/** Opens a client for the owner of a key. Nothing is sent before the first call. */
export function openClient({ url, key, ...retries }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '')
  const authorization = `Bearer ${key}`
  const link = new OpenAPILink<CallOptions>(contract, {
    url: `${base}/api`,
    headers: { authorization },
    fetch: async (request, _init, { context }, path) => {
      const procedure = path.join('.')
      const sent = identified(request, procedure, context)
      const attempts = isRepeatable(procedure) ? retries.attempts : 1
      const response = await sendWithRetries(sent, { ...retries, attempts })
      if (!response.ok) throw await refusalOf(response)
      return response
    },
  })
  const api: Api = createORPCClient(link)
  const fetchPath: Client['fetch'] = (path, init) => {
    const request = new Request(base + path, init)
    request.headers.set('authorization', authorization)
    return sendWithRetries(request, retries)
  }
  return {
    api,
    fetch: fetchPath,
    upload: (file) => upload({ api, endpoint: `${base}/api/uploads`, authorization }, file),
    download: (file, path) => download({ api, retries }, file, path),
  }
}

/** Gives a change its Idempotency-Key, unless its answer is kept nowhere. */
function identified(request: Request, procedure: string, { idempotencyKey }: CallOptions): Request {
  if (request.method !== 'GET' && isAnswerKept(procedure))
    request.headers.set('idempotency-key', idempotencyKey ?? randomUUID())
  return request
}
