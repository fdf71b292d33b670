/** Takes reports about undeliverable mail from the operator's mail server. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { readDeliveryReport } from '../../platform/mail/delivery-report.ts'
import { recordReturned } from '../../platform/mail/mail.ts'
import { type ReportSettings, returnPaths } from '../../platform/mail/return-path.ts'

/** Reports hold the mail that came back, with its documents. */
const MAX_REPORT_BYTES = 16 * 1024 * 1024

/**
 * Records what a report says of the mail whose return path it was sent to. Anything else that
 * arrives there, such as a note of absence, a forgery or what is too large, is answered alike and changes nothing:
 * the mail server would send a refusal again and again.
 */
export function mailReportRoutes(
  { db, secrets, log }: Platform,
  settings: ReportSettings,
): Hono<HttpEnv> {
  const paths = returnPaths(settings.address, secrets)
  const noReport = (c: Context, bytes?: number) => {
    log.info({ bytes }, 'a message to a return path is no report')
    return c.body(null, 204)
  }
  return new Hono<HttpEnv>().post(
    '/mail/reports',
    async (c, next) => {
      if (isSame(`Bearer ${settings.secret}`, c.req.header('authorization') ?? ''))
        return await next()
      return c.json({ code: 'sign_in_required', message: 'The secret does not fit.' }, 401)
    },
    bodyLimit({ maxSize: MAX_REPORT_BYTES, onError: (c) => noReport(c) }),
    async (c) => {
      const message = new Uint8Array(await c.req.arrayBuffer())
      const report = await readDeliveryReport(message).catch(() => null)
      const mailId = report && paths.mailOf(report.sentTo)
      if (!report || !mailId) return noReport(c, message.length)
      await db.transaction(system, (tx) => recordReturned(tx, mailId, report, new Date()))
      return c.body(null, 204)
    },
  )
}

/** Compares hashes, whose length does not depend on what was given. */
const isSame = (expected: string, given: string) => timingSafeEqual(hash(expected), hash(given))
const hash = (text: string) => createHash('sha256').update(text).digest()
