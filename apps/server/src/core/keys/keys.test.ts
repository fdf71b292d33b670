/** Tests that a key does what its scopes say from where it may, counts as no member, and is found nowhere. */
import { isContractProcedure } from '@orpc/contract'
import { contract, type KeyForm, keyAccessOf, keyScopeNames } from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { agree, expectRefusal, pay } from '../../../testing/fixtures/deal-fixtures.ts'
import { type Api, letProofAge, type Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { createApp } from '../../app.ts'
import { keyJobs } from '../../people/keys/jobs.ts'
import { system } from '../../platform/database/db.ts'
import { authJobs } from '../auth/service.ts'
import { listRecipients } from '../notifications/queries.ts'
import { hashKey, isWellFormedKey, makeKey } from './key-format.ts'
import { isAllowed } from './present.ts'

const { market, client, vendor, other } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  other: 'client',
})
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows
let admin: Person
let stranger: Person
beforeAll(async () => {
  admin = await market.colleague(client, 'administrator')
  stranger = await market.colleague(other, 'administrator')
})

const form = (change: Partial<KeyForm> = {}): KeyForm => ({
  name: 'CI import',
  scopes: ['dprs:read'],
  limitCents: 0n,
  allowed: [],
  days: 90,
  ...change,
})
const make = async (change: Partial<KeyForm> = {}, by: Pick<Person, 'api'> = admin) => {
  const { key, secret } = await by.api.keys.create(form(change))
  return { id: key.id, key, secret, api: market.apiFor(secret) }
}
const get = (path: string, bearer: string, headers = {}) =>
  market.fetch(path, { headers: { authorization: `Bearer ${bearer}`, ...headers } })

describe('a key', () => {
  it('is long, random, recognizable, and mistyped in no query', () => {
    const keys = Array.from({ length: 200 }, () => makeKey('live'))
    expect(new Set(keys).size).toBe(200)
    for (const key of keys) {
      expect(key).toMatch(/^smb_live_[\dA-Za-z]{49}$/)
      expect(isWellFormedKey(key)).toBe(true)
      expect(
        isWellFormedKey(`${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`),
      ).toBe(false)
    }
  })

  it('is no visitor from its first call on, and texts like keys are, also where no caller is looked up', async () => {
    const { config } = market.platform
    const rateLimits = { ...config.rateLimits, visitor: { burst: 2, perSecond: 0.001 } }
    const limited = await createApp({
      ...market.platform,
      config: { ...config, rateLimits, trustedProxies: 1 },
    })
    const ask = async (bearer: string, path = '/api/dprs?tab=active') => {
      const headers = { authorization: `Bearer ${bearer}`, 'x-forwarded-for': '192.0.2.7' }
      return (await limited.fetch(new Request(config.publicUrl + path, { headers }))).status
    }
    const { secret } = await make()
    for (let i = 0; i < 4; i++) expect(await ask(secret)).toBe(200)
    const certificate = '/api/certificates/CERT-1.jws'
    for (const status of [404, 404, 429])
      expect(await ask(makeKey('live'), certificate)).toBe(status)
    expect(await ask(`smb_live_${'x'.repeat(40)}`, certificate)).toBe(429)
    expect(await ask(secret)).toBe(200)
    await limited.close()
  })

  it('acts for the organization within its scopes, and colleagues read what it wrote', async () => {
    const { api, key } = await make({ scopes: ['dprs:read', 'dprs:write'] })
    expect(await api.organizations.viewer()).toMatchObject({
      roles: ['client'],
      key: { scopes: ['dprs:read', 'dprs:write'], expiresAt: key.expiresAt },
    })
    await api.dprs.saveDraft({ content: { title: 'By program' } })
    const { items } = await client.api.dprs.drafts({ limit: 5 })
    expect(items).toMatchObject([{ title: 'By program' }])
    await expectRefusal(api.contracts.list({ side: 'client', limit: 5 }), 'scope_missing')
    expect(key).toMatchObject({ state: 'live', createdBy: admin.email, lastUsedAt: null })
  })

  it('is stored in no row, of the audit log neither', async () => {
    const { secret } = await make()
    const rows = await sql(`select row_to_json(k)::text as text from app.api_keys k
      union all select row_to_json(a)::text from app.audit_log a
      union all select row_to_json(o)::text from transparency.openings o
      union all select row_to_json(s)::text from auth.sessions s`)
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([])
    expect(await sql('select 1 from app.api_keys where hash = $1', [hashKey(secret)])).toHaveLength(
      1,
    )
  })

  it('is refused where it is unknown or mistyped, and by the account and table protocols', async () => {
    const { secret } = await make()
    const forged = [makeKey('live'), `${secret.slice(0, -1)}_`, secret.slice(0, -1)]
    for (const bearer of forged) {
      const answer = await get('/api/viewer', bearer)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'key_invalid' })
    }
    expect((await get('/auth/v1/user', secret)).status).toBe(403)
    expect((await get('/rest/v1/profiles', secret)).status).toBe(401)
    const proof = await market.fetch('/auth/v1/proof', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: '{}',
    })
    expect(proof.ok).toBe(false)
  })

  it('is used from the networks it names alone', async () => {
    expect(isAllowed(['192.0.2.0/24', '2001:db8::/32'], '192.0.2.77')).toBe(true)
    expect(isAllowed(['192.0.2.0/24', '2001:db8::/32'], '2001:db8::1')).toBe(true)
    expect(isAllowed(['192.0.2.0/24'], '192.0.3.1')).toBe(false)
    expect(isAllowed(['192.0.2.7'], '192.0.2.7')).toBe(true)
    expect(isAllowed(['0.0.0.0/0'], 'unknown')).toBe(false)
    const { api } = await make({ allowed: ['192.0.2.0/24'] })
    await expectRefusal(api.dprs.list({ tab: 'active', limit: 5 }), 'address_not_allowed')
    await expectRefusal(make({ allowed: ['192.0.2.0/33'] }), 'bad_input')
  })
})

type Found = { name: string; access: string }

function procedures(node: object, path: string[] = []): Found[] {
  return Object.entries(node).flatMap(([key, child]) => {
    if (!isContractProcedure(child)) return procedures(child, [...path, key])
    const name = [...path, key].join('.')
    return [{ name, access: keyAccessOf(name, child['~orpc'].route.method) ?? 'never' }]
  })
}

describe('scopes', () => {
  // One procedure of each kind of access: what the others need is a matter of access.test.ts.
  const samples = [...new Map(procedures(contract).map((each) => [each.access, each])).values()]
  const isRefused = async (api: Api, name: string) => {
    // biome-ignore lint/suspicious/noExplicitAny: the procedures have inputs of their own.
    const procedure = name.split('.').reduce<any>((node, key) => node[key], api)
    return await procedure({}).then(
      () => false,
      ({ code }: { code: string }) => code === 'scope_missing',
    )
  }

  it('open what they name and nothing else', async () => {
    const names = new Map(samples.map(({ name, access }) => [access, name]))
    const scopes = keyScopeNames.filter((scope) => names.has(scope))
    for (const [index, scope] of scopes.entries()) {
      const { id, api } = await make({ scopes: [scope] })
      const tried = [scope, 'any', scopes.at(index - 1) ?? '', 'never']
      const refused = await Promise.all(
        tried.map((access) => isRefused(api, names.get(access) ?? '')),
      )
      expect(refused, scope).toEqual([false, false, true, true])
      await admin.api.keys.revoke({ keyId: id })
    }
  })

  it('of money end at the limit of the key, and need no proof of a person below it', async () => {
    const { offerId } = await agree(client, vendor, 10_000n)
    await letProofAge(market, client, 15)
    const payer = async (limitCents: bigint) => {
      const { api } = await make({ scopes: ['money'], limitCents })
      return { ...client, api }
    }
    await expectRefusal(pay(await payer(10_000n), offerId), 'above_key_limit') // the fee comes on top
    await pay(await payer(20_000n), offerId)
  })
})

describe('administrators', () => {
  it('alone list, make, replace and revoke keys, of their own organization, on record', async () => {
    const { id, secret } = await make({ scopes: ['money'] })
    for (const { api } of [client, { api: market.visitor }, { api: market.apiFor(secret) }])
      await expect(api.keys.create(form())).rejects.toMatchObject({ status: expect.any(Number) })
    await expectRefusal(stranger.api.keys.revoke({ keyId: id }), 'not_found')
    await expectRefusal(stranger.api.keys.rotate({ keyId: id, overlapHours: 1 }), 'not_found')
    expect((await stranger.api.keys.list({ limit: 5 })).items).toEqual([])
    await admin.api.keys.revoke({ keyId: id })
    await expectRefusal(market.apiFor(secret).organizations.viewer(), 'key_invalid')
    await expectRefusal(admin.api.keys.revoke({ keyId: id }), 'key_ended')
    const actions = await sql('select action from app.audit_log where object = $1 order by seq', [
      `key:${id}`,
    ])
    expect(actions).toEqual([{ action: 'key.create' }, { action: 'key.revoke' }])
  })

  it('replace a key: both work until the overlap ends, and the new one has the same rights', async () => {
    const old = await make({ scopes: ['dprs:read'], allowed: [], days: 30 })
    const { key, secret } = await admin.api.keys.rotate({ keyId: old.id, overlapHours: 2 })
    expect(key).toMatchObject({ scopes: ['dprs:read'], name: 'CI import', state: 'live' })
    await old.api.organizations.viewer()
    await market.apiFor(secret).organizations.viewer()
    await sql(`update app.api_keys set expires_at = now() where id = $1`, [old.id])
    await expectRefusal(market.apiFor(old.secret).organizations.viewer(), 'key_invalid')
    const next = await admin.api.keys.rotate({ keyId: key.id, overlapHours: 0 })
    await expectRefusal(market.apiFor(secret).organizations.viewer(), 'key_invalid')
    await market.apiFor(next.secret).organizations.viewer()
  })

  it('are reminded 14 days before and 2 days before, once each', async () => {
    const { id } = await make({ name: 'Reminded key' })
    const run = keyJobs(market.platform)['api_key.remind']
    const mails = async () =>
      (
        await sql(
          `select 1 from notifications where user_id = $1 and message like '%Reminded key%'`,
          [admin.userId],
        )
      ).length
    const counts: number[] = []
    for (const days of [15, 14, 14, 2, 2]) {
      await sql(
        `update app.api_keys set expires_at = now() + $2 * interval '1 day' - interval '1 second' where id = $1`,
        [id, days],
      )
      await run?.({}, {} as never)
      counts.push(await mails())
    }
    expect(counts).toEqual([0, 1, 1, 2, 2])
  })
})

describe('a service account', () => {
  it('is no member: not listed, not counted, notified of nothing, and no last administrator', async () => {
    const { api } = await make({ scopes: ['dprs:read'] })
    const viewer = await api.organizations.viewer()
    const listed = await admin.api.organizations.listMembers({ limit: 100 })
    expect(listed.items.map(({ id }) => id)).not.toContain(viewer.userId)
    const told = await market.platform.db.transaction(system, (tx) =>
      listRecipients(tx, client.organization.id, 'members'),
    )
    expect(told.map(({ user_id }) => user_id)).not.toContain(viewer.userId)
    const staff = await market.staff()
    const users = await staff.api.admin.users.list({
      search: client.organization.organizationId,
      limit: 100,
    })
    expect(users.items.map(({ id }) => id)).not.toContain(viewer.userId)
    await expectRefusal(
      admin.api.organizations.setMemberAdmin({ id: admin.userId, isAdmin: false }),
      'last_admin',
    )
    expect(
      await sql(
        `select 1 from auth.users where id = $1 and (email is not null or password_hash is not null)`,
        [viewer.userId],
      ),
    ).toEqual([])
  })

  it('keeps its session whatever the settings end, and loses it with its key', async () => {
    const { id, api } = await make()
    await sql(
      `update auth.sessions set created_at = now() - interval '80 days' where ends_at is not null`,
    )
    const ctx = {
      ...market.app.auth.ctx,
      settings: {
        ...market.app.auth.ctx.settings,
        sessionLifeMs: 3600_000,
        sessionIdleMs: 3600_000,
      },
    }
    await authJobs({ ctx }, null)['auth.purge']?.({}, {} as never)
    await api.organizations.viewer()
    await sql(
      `update auth.sessions set ends_at = now() where id = (select session_id from app.api_keys where id = $1)`,
      [id],
    )
    await expectRefusal(api.organizations.viewer(), 'key_invalid')
  })
})
