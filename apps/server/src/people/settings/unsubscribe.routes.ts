/**
 * Serves the links that end weekly mails (RFC 8058): a GET shows a button, as programs that scan mail
 * follow links, and only a POST changes anything.
 */
import { type Context, Hono } from 'hono'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { type SmallPage, smallPage } from '../../platform/http/small-page.ts'
import { isUnsubscribeToken, unsubscribe } from './unsubscribe.ts'

export function unsubscribeRoutes(platform: Platform): Hono<HttpEnv> {
  const settings = {
    label: 'Choose your notifications',
    url: `${platform.config.publicUrl}/notification-settings`,
  }
  const asked: SmallPage = {
    title: 'Stop the weekly summary?',
    paragraphs: [
      'This turns “Marketing emails” off for the person whom the mail was sent to. Mail about contracts, payments and the account goes on as it is.',
    ],
    button: 'Stop the weekly summary',
  }
  const done: SmallPage = {
    title: 'The weekly summary is off',
    paragraphs: ['No more of them will be written. You can turn “Marketing emails” on again.'],
    link: settings,
  }
  const unknown: SmallPage = {
    title: 'This link does not work',
    paragraphs: ['It is incomplete, or was not made here. Nothing was changed.'],
    link: settings,
  }
  const answer = (c: Context<HttpEnv>, page: SmallPage, status: 200 | 404) => {
    c.header('cache-control', 'no-store')
    return c.html(smallPage(page, c.var.nonce), status)
  }
  return new Hono<HttpEnv>()
    .get('/unsubscribe/:token', (c) => {
      const isKnown = isUnsubscribeToken(platform, c.req.param('token'))
      return isKnown ? answer(c, asked, 200) : answer(c, unknown, 404)
    })
    .post('/unsubscribe/:token', async (c) => {
      const isKnown = await unsubscribe(platform, c.req.param('token'))
      return isKnown ? answer(c, done, 200) : answer(c, unknown, 404)
    })
}
