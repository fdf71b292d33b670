/** The legal documents as files: the bytes whose SHA-256 is the version. */

import { legalDocuments } from '@semblance/contract'
import { Hono } from 'hono'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { documentInForce } from './documents.ts'
import { findVersion } from './queries.ts'

/** Serves /api/legal/{document}.md, in force, and /api/legal/{document}/{version}.md, for anyone. */
export function legalTextRoutes({ db, config }: Pick<Platform, 'db' | 'config'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const read = async (name: string, version?: string) => {
    const document = legalDocuments.find((known) => known === name)
    if (!document) return null
    const inForce = documentInForce(config, document)
    if (version === undefined || version === inForce.version) return inForce.text
    return (await db.transaction(system, (tx) => findVersion(tx, document, version), 'read'))?.text
  }
  const answer = (text: string | null | undefined, maxAge: number) => {
    if (!text) throw new AppError('not_found')
    return new Response(text, {
      headers: {
        'content-type': 'text/markdown; charset=utf-8',
        'cache-control': `public, max-age=${maxAge}`,
      },
    })
  }
  app.get('/legal/:file{[a-z]+\\.md}', async (c) =>
    answer(await read(c.req.param('file').slice(0, -'.md'.length)), 0),
  )
  app.get('/legal/:document{[a-z]+}/:file{[0-9a-f]+\\.md}', async (c) =>
    answer(
      await read(c.req.param('document'), c.req.param('file').slice(0, -'.md'.length)),
      31_536_000,
    ),
  )
  return app
}
