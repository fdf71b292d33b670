import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site, tokenOf } from '../../../../testing/fixtures/auth-fixtures.ts'
import { type Database, system } from '../../../platform/database/db.ts'
import { createSecrets } from '../../../platform/security/secrets.ts'
import { anonKey, createAuth } from '../service.ts'
import { resealSigningKeys, rotateKeys, rotateKeysWhenOld } from './signing-keys.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const MINUTE_MS = 60_000

/** Makes all keys older by the given minutes. */
const age = (db: Database, minutes: number) =>
  db.pool.query(`update auth.signing_keys set signs_from = signs_from - $1 * interval '1 minute'`, [
    minutes,
  ])

const kids = async (auth: Site['auth']) => {
  const { signing, jwks } = await auth.ctx.keyRing.current()
  return { signing: signing.kid, published: jwks.map(({ kid }) => kid) }
}

/** Another process, which knows only what the database says. */
const otherProcess = () => createAuth({ ...site.auth.ctx, settings: {} })

test('a new key is published before it signs, and the old one as long as its tokens live', async () => {
  const { client } = await site.signedIn()
  const token = await tokenOf(client)
  const before = (await kids(site.auth)).signing
  const { ctx } = site.auth
  const { kid, signsFrom } = await rotateKeys(ctx.db, ctx.secrets)
  expect(signsFrom.getTime() - Date.now()).toBeGreaterThan(19 * MINUTE_MS)
  expect(await kids(await otherProcess())).toEqual({ signing: before, published: [kid, before] })
  expect((await rotateKeys(ctx.db, ctx.secrets)).kid).toBe(kid) // one that waits is not overtaken

  await age(site.db, 21)
  const later = await otherProcess()
  expect(await kids(later)).toEqual({ signing: kid, published: [kid, before] })
  expect(await later.verify(token)).toMatchObject({ aal: 'aal1' })

  await age(site.db, 30)
  await rotateKeysWhenOld(ctx.db, ctx.secrets)
  expect((await kids(await otherProcess())).published).toEqual([kid, before])
  await age(site.db, 60)
  await rotateKeysWhenOld(ctx.db, ctx.secrets)
  expect((await kids(await otherProcess())).published).toEqual([kid])
})

test('keys are rotated by themselves when they are old', async () => {
  const { ctx } = site.auth
  await rotateKeysWhenOld(ctx.db, ctx.secrets)
  expect((await kids(await otherProcess())).published).toHaveLength(1)
  await age(site.db, 91 * 24 * 60)
  await rotateKeysWhenOld(ctx.db, ctx.secrets)
  expect((await kids(await otherProcess())).published).toHaveLength(2)
})

test('tokens of a key that is gone are refused with its own message', {
  tags: 'long',
}, async () => {
  const fresh = await openSite()
  try {
    const { client } = await fresh.signedIn()
    const token = await tokenOf(client)
    await fresh.db.transaction(system, (tx) => tx.deleteFrom('auth.signing_keys').execute())
    const other = await createAuth({ ...fresh.auth.ctx, settings: {} })
    await expect(other.verify(token)).rejects.toMatchObject({
      code: 'bad_jwt',
      message: 'No matching signing key found in JWKS',
    })
    expect(await other.verify(anonKey)).toBeNull()
  } finally {
    await fresh.close()
  }
})

test('the published keys are public and may be cached for ten minutes', async () => {
  const { headers, body } = await site.ask('/.well-known/jwks.json')
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  for (const jwk of body.keys as object[]) {
    expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
    expect(Object.keys(jwk)).not.toContain('d')
  }
})

test('keys open under a new master secret once they are sealed under it, and not under the one before', async () => {
  const { ctx } = site.auth
  const former = { ...ctx, settings: {} }
  const renewed = { ...former, secrets: createSecrets(randomBytes(32)) }
  const before = await kids(await createAuth(former))
  await expect(createAuth(renewed)).rejects.toThrow('another SECRET_KEY')
  const [from, to] = [former.secrets, renewed.secrets]
  await ctx.db.transaction(system, (tx) => resealSigningKeys(tx, { from, to }))
  const other = await createAuth(renewed)
  expect(await kids(other)).toEqual(before)
  await expect(createAuth(former)).rejects.toThrow('another SECRET_KEY')
  await ctx.db.transaction(system, (tx) => resealSigningKeys(tx, { from: to, to: from }))
})
