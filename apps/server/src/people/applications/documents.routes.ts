/** Takes applicants' documents: the bytes are the body, the link of their mail is a header. */
import { applicationLinkHeader } from '@semblance/contract'
import { Hono } from 'hono'
import type { Auth } from '../../core/auth/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { receiveApplicantDocument } from './service.ts'

export function applicantDocumentRoutes(platform: Platform, auth: Auth): Hono<HttpEnv> {
  return new Hono<HttpEnv>().post('/applications/documents', async (c) => {
    const received = await receiveApplicantDocument(platform, auth, {
      token: c.req.header(applicationLinkHeader) ?? '',
      fileName: c.req.query('fileName') ?? '',
      body: c.req.raw.body,
      bytes: Number(c.req.header('content-length') ?? 0),
    })
    return c.json(received, 201)
  })
}
