/** Tests which requests share a bucket, and the answer to a refused caller. */
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { errorAnswer, type HttpEnv } from '../../platform/http/http.ts'
import { collectFacts, noteFact } from '../../platform/http/request-facts.ts'
import { openLog } from '../../platform/process/log.ts'
import { makeKey } from '../keys/key-format.ts'
import { limitRates } from './rate-limits.ts'

const rates = {
  key: { burst: 4, perSecond: 2 },
  session: { burst: 3, perSecond: 1 },
  visitor: { burst: 2, perSecond: 0.5 },
}
const OTHERS = '192.0.2.9'

const PUBLIC = '/api/certificates/c.jws'

/**
 * Builds an application behind the limits. A bearer `session:NAME` stands, and so do the given keys. PUBLIC
 * looks up no caller, as the public routes do.
 */
function limitedApp({
  keys = [] as string[],
  limits = rates as Parameters<typeof limitRates>[0],
} = {}) {
  const clock = { ms: 1000 }
  let address = '192.0.2.1'
  const auth = {
    clientAddress: () => address,
    readToken: async (bearer: string) => {
      const [kind, session_id = ''] = bearer.split(':')
      if (kind !== 'session') throw new Error('no token')
      return { sub: 'somebody', session_id, email: '', exp: 0, aal: 'aal1' as const }
    },
  }
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    c.set('log', openLog('silent'))
    await collectFacts({ operations: [] }, next)
  })
  app.use(limitRates(limits, auth, () => clock.ms))
  app.onError(errorAnswer)
  app.all('*', (c) => {
    const bearer = c.req.header('authorization') ?? ''
    if (c.req.path === PUBLIC) return c.json('public')
    if (keys.includes(bearer)) noteFact({ keyId: bearer })
    const isUnknown = bearer.startsWith('smb_') && !keys.includes(bearer)
    return isUnknown ? c.json({ code: 'key_invalid' }, 401) : c.json('done')
  })
  const ask = async (bearer?: string, path = '/api/contracts', method = 'GET') =>
    await app.request(path, { method, headers: bearer ? { authorization: bearer } : {} })
  const statuses = async (count: number, bearer?: string, path?: string) => {
    const found: number[] = []
    for (let i = 0; i < count; i++) found.push((await ask(bearer, path)).status)
    return found
  }
  const moveTo = (next: string) => {
    address = next
  }
  return { clock, ask, statuses, moveTo }
}

test('a session has its rate wherever it asks from, and leaves that of others alone', async () => {
  const { clock, statuses, moveTo } = limitedApp()
  expect(await statuses(2, 'session:ann')).toEqual([200, 200])
  moveTo(OTHERS)
  expect(await statuses(3, 'session:ann')).toEqual([200, 429, 429])
  expect(await statuses(4, 'session:bob')).toEqual([200, 200, 200, 429])
  clock.ms += 1000
  expect(await statuses(2, 'session:ann')).toEqual([200, 429])
})

test('visitors are counted by network, those of this machine not at all', async () => {
  const { statuses, moveTo } = limitedApp()
  expect(await statuses(3)).toEqual([200, 200, 429])
  moveTo(OTHERS)
  expect(await statuses(1)).toEqual([200])
  for (const [one, other] of [['2001:db8:1:2::3', '2001:db8:1:2:ffff::4']] as const) {
    moveTo(one)
    expect(await statuses(2)).toEqual([200, 200])
    moveTo(other)
    expect(await statuses(1)).toEqual([429])
  }
  for (const local of ['127.0.0.1', '::1']) {
    moveTo(local)
    expect(new Set(await statuses(9))).toEqual(new Set([200]))
  }
})

test('a forged session counts as a visitor', async () => {
  const { statuses } = limitedApp()
  expect(await statuses(2, 'forged:one')).toEqual([200, 200])
  expect(await statuses(1, 'forged:two')).toEqual([429])
})

test('each key has its rate, and keys that do not stand use up that of their network', async () => {
  const known = makeKey('live')
  const { statuses, moveTo } = limitedApp({ keys: [known] })
  expect(await statuses(5, known)).toEqual([200, 200, 200, 200, 429])
  moveTo(OTHERS)
  for (const expected of [401, 401, 429, 429])
    expect(await statuses(1, makeKey('live'))).toEqual([expected])
  expect(await statuses(1)).toEqual([429])
})

test('a key that stands is served in a network that has used up its visits', async () => {
  const known = makeKey('live')
  const { clock, statuses } = limitedApp({ keys: [known] })
  expect(await statuses(1, known)).toEqual([200])
  expect(await statuses(3)).toEqual([200, 200, 429])
  clock.ms += 500
  expect(await statuses(2, known)).toEqual([200, 200])
})

test('a text like a key is a visitor on public routes, and other keys of its network are served', async () => {
  const known = makeKey('live')
  const { clock, statuses } = limitedApp({ keys: [known] })
  expect(await statuses(1, known)).toEqual([200])
  for (const textOf of [() => makeKey('live'), () => `smb_live_${Math.random()}`]) {
    for (const expected of [200, 200, 429, 429])
      expect(await statuses(1, textOf(), PUBLIC)).toEqual([expected])
    expect(await statuses(1, known, PUBLIC)).toEqual([200])
    clock.ms += 4000
  }
})

test('a key that no call has confirmed counts as a visitor, one that is confirmed gets its visits back', async () => {
  const known = makeKey('live')
  const { statuses } = limitedApp({ keys: [known] })
  expect(await statuses(1, known, PUBLIC)).toEqual([200])
  expect(await statuses(1, known)).toEqual([200])
  expect(await statuses(2)).toEqual([200, 429])
})

test('texts like keys that are sent at once are counted before the first is answered', async () => {
  const { ask } = limitedApp()
  const answers = await Promise.all(Array.from({ length: 9 }, () => ask(makeKey('live'), PUBLIC)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
})

test('every answer says what is left, and a refusal when to come back', async () => {
  const { ask } = limitedApp()
  const told = ({ headers, status }: Response) => ({
    status,
    policy: headers.get('ratelimit-policy'),
    left: headers.get('ratelimit'),
    retryAfter: headers.get('retry-after'),
  })
  const policy = '"visitor";q=2;w=4'
  const first = { status: 200, policy, left: '"visitor";r=1;t=2', retryAfter: null }
  expect(told(await ask())).toEqual(first)
  await ask()
  const refused = await ask()
  const left = '"visitor";r=0;t=4'
  expect(told(refused)).toEqual({ status: 429, policy, left, retryAfter: '2' })
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests', status: 429 })
  expect(told(await ask('session:ann'))).toMatchObject({ policy: '"session";q=3;w=3' })
})

test('signed links, events of banks, reports of mail and preflights are not counted', async () => {
  const { ask, statuses } = limitedApp()
  for (const path of ['/api/downloads/token', '/api/bank/stripe/events', '/api/mail/reports'])
    expect(new Set(await statuses(9, undefined, path))).toEqual(new Set([200]))
  for (let i = 0; i < 9; i++) await ask(undefined, '/api/uploads', 'OPTIONS')
  expect(await statuses(1)).toEqual([200])
})

test('an operator may turn each limit off', async () => {
  const { statuses } = limitedApp({ limits: { ...rates, session: null } })
  expect(new Set(await statuses(9, 'session:ann'))).toEqual(new Set([200]))
  expect(await statuses(3)).toEqual([200, 200, 429])
})
