/** Tests that the next key of SAML requests is published long before it signs, and the one before to its end. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSite, type Site } from '../../../../testing/fixtures/auth-fixtures.ts'
import { system } from '../../../platform/database/db.ts'
import { createSecrets } from '../../../platform/security/secrets.ts'
import { readSamlKeys, resealSamlKeys } from './saml-keys.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const DAY_MS = 86_400_000
const begun = new Date('2030-01-01T00:00:00Z')
const keysOn = (day: number) =>
  readSamlKeys(site.auth.ctx, new Date(begun.getTime() + day * DAY_MS))
const TEN_YEARS = 3652

it('one key signs for ten years; the next is published for a quarter of one before it does', async () => {
  const [first, same] = await Promise.all([keysOn(0), keysOn(0)])
  expect(same).toEqual(first)
  expect((await keysOn(TEN_YEARS - 181)).certificates).toEqual(first.certificates)
  const published = await keysOn(TEN_YEARS - 179)
  expect(published.certificates).toEqual([expect.anything(), ...first.certificates])
  expect(published.privateKey).toBe(first.privateKey)
  expect((await keysOn(TEN_YEARS - 90)).privateKey).toBe(first.privateKey)
  const next = await keysOn(TEN_YEARS - 88)
  expect(next.certificates).toEqual(published.certificates)
  expect(next.privateKey).not.toBe(first.privateKey)
  const later = await keysOn(TEN_YEARS + 1)
  expect(later).toEqual({ ...next, certificates: next.certificates.slice(0, 1) })
})

it('keys move to another master secret, and open by it alone', async () => {
  const { ctx } = site.auth
  const other = createSecrets(randomBytes(32))
  const before = await keysOn(TEN_YEARS + 1)
  await ctx.db.transaction(system, (tx) => resealSamlKeys(tx, { from: ctx.secrets, to: other }))
  await expect(keysOn(TEN_YEARS + 1)).rejects.toThrow()
  const at = new Date(begun.getTime() + (TEN_YEARS + 1) * DAY_MS)
  expect(await readSamlKeys({ ...ctx, secrets: other }, at)).toEqual(before)
})
