import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { signAccessToken, verifyAccessToken } from './access-tokens.ts'
import type { Keys } from './signing-keys.ts'

const ISSUER = 'http://site.test/auth/v1'
const claims = { sub: 'a', session_id: 'b', email: 'a@people.test', aal: 'aal1' } as const
const now = () => Math.floor(Date.now() / 1000)

async function newKeys(kid: string): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256' }
  return { signing: { kid, privateKey }, jwks: [jwk] }
}

const fault = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (reason: Error & { code: string }) => reason,
  )
  return { code: error?.code, message: error?.message }
}

test('a token carries its claims to whoever holds the public key', async () => {
  const keys = await newKeys('one')
  const token = await signAccessToken(keys, ISSUER, now(), claims)
  expect(await verifyAccessToken(keys.jwks, ISSUER, token)).toMatchObject(claims)
  expect(Buffer.from(token.split('.')[2]!, 'base64url')).toHaveLength(64) // r and s, not DER
})

test('each way a token can be wrong has its own message', async () => {
  const keys = await newKeys('one')
  const token = await signAccessToken(keys, ISSUER, now(), claims)
  const old = await signAccessToken(keys, ISSUER, now() - 4000, claims)
  const check = (jwks: Keys['jwks'], text = token, issuer = ISSUER) =>
    fault(verifyAccessToken(jwks, issuer, text))
  expect((await check([])).message).toBe('JWKS is empty')
  expect((await check((await newKeys('two')).jwks)).message).toBe(
    'No matching signing key found in JWKS',
  )
  expect((await check((await newKeys('one')).jwks)).message).toBe('Invalid JWT signature')
  expect((await check(keys.jwks, old)).message).toBe('JWT expired')
  expect((await check(keys.jwks, 'nonsense')).code).toBe('bad_jwt')
  expect((await check(keys.jwks, token, 'http://other.test')).code).toBe('bad_jwt')
})

test('an unsigned token is refused', async () => {
  const keys = await newKeys('one')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forged = `${encode({ alg: 'none', kid: 'one' })}.${encode({ ...claims, exp: now() + 60 })}.`
  expect((await fault(verifyAccessToken(keys.jwks, ISSUER, forged))).code).toBe('bad_jwt')
})
