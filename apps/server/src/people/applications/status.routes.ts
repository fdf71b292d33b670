/** Serves the page behind the link in an applicant's mail. */
import { type Context, Hono } from 'hono'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { type SmallPage, smallPage } from '../../platform/http/small-page.ts'
import { readStatus } from './service.ts'

export function applicationStatusRoutes(platform: Platform): Hono<HttpEnv> {
  const answer = (c: Context<HttpEnv>, page: SmallPage, status: 200 | 404) => {
    c.header('cache-control', 'no-store')
    return c.html(smallPage(page, c.var.nonce), status)
  }
  return new Hono<HttpEnv>().get('/application-status/:token', async (c) => {
    const found = await readStatus(platform, c.req.param('token'))
    return found ? answer(c, pageOf(found), 200) : answer(c, unknown, 404)
  })
}

const unknown: SmallPage = {
  title: 'This link does not work',
  paragraphs: ['It is incomplete, was not made here, or its application is gone.'],
}

type Status = NonNullable<Awaited<ReturnType<typeof readStatus>>>

const words: Record<Status['status'], { title: string; text: string }> = {
  pending: {
    title: 'Your application is under review',
    text: 'We write to the address of the application when there is a question, and when it is decided.',
  },
  waiting: {
    title: 'We have a question',
    text: 'It was mailed to the address of the application. The review goes on once it is answered.',
  },
  approved: {
    title: 'Your application was approved',
    text: 'The mail about it has the organization ID, with which you set up your account.',
  },
  declined: {
    title: 'Your application was not approved',
    text: 'The mail about it has the reason.',
  },
}

function pageOf({ status, ...facts }: Status): SmallPage {
  const { title, text } = words[status]
  return {
    title,
    paragraphs: [text],
    facts: [
      { term: 'Business', value: facts.businessName },
      { term: 'Reference', value: facts.reference },
      { term: 'Received', value: facts.receivedAt },
      ...(facts.waitingSince ? [{ term: 'Question asked', value: facts.waitingSince }] : []),
      ...(facts.decidedAt ? [{ term: 'Decided', value: facts.decidedAt }] : []),
    ],
  }
}
