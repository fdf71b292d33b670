import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { type Database, system, type Tx } from '../database/db.ts'
import {
  decryptField,
  destroyDataKeys,
  encryptField,
  fingerprint,
  rewrapDataKeys,
} from './field-encryption.ts'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets(randomBytes(32))
const PLACE = 'banking_details.account_number_sealed:row-1'
const NUMBER = '000123456789'

let db: Database
let one: string
let other: string
let made = 0
beforeAll(async () => {
  db = await openTestDatabase()
  one = await makeOrganization()
  other = await makeOrganization()
})
afterAll(() => db.close())

const withSystemRole = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(system, work)

async function makeOrganization(): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into organizations (organization_id, slug, name, email, city, country, industry, is_client, is_vendor)
     values (upper($1), $2, 'Organization', 'office@organization.test', 'Oslo', 'other', 'retail', true, true) returning id`,
    [`ORG-${String(++made).padStart(5, '0')}-VAULT`, `organization-${made}`],
  )
  return rows[0]!.id
}

const encrypt = (organization = one, place = PLACE) =>
  withSystemRole((tx) => encryptField(tx, secrets, organization, place, NUMBER))
const open = (sealed: string, organization = one, place = PLACE, by = secrets) =>
  withSystemRole((tx) => decryptField(tx, by, organization, place, sealed))

describe('a sealed value', () => {
  it('opens in its own place, and no two look the same', async () => {
    const [first, second] = [await encrypt(), await encrypt()]
    expect(first).not.toBe(second)
    expect(first).toMatch(/^1\.[\w-]+$/)
    expect(await open(first)).toBe(NUMBER)
    expect(await open(second)).toBe(NUMBER)
  })

  it('does not open in another row, column or organization', async () => {
    await encrypt(other) // which has a key of its own, of the same version
    const sealed = await encrypt()
    await expect(open(sealed, one, PLACE.replace('row-1', 'row-2'))).rejects.toThrow()
    await expect(open(sealed, one, PLACE.replace('account', 'tax'))).rejects.toThrow()
    await expect(open(sealed, other)).rejects.toThrow()
  })

  it('does not open when a character or the version was altered', async () => {
    const sealed = await encrypt()
    const middle = Math.floor(sealed.length / 2)
    const swapped = sealed[middle] === 'A' ? 'B' : 'A'
    const altered = sealed.slice(0, middle) + swapped + sealed.slice(middle + 1)
    for (const text of [
      altered,
      sealed.slice(0, -8),
      sealed.replace('1.', '2.'),
      'no text of ours',
      '',
    ])
      await expect(open(text)).rejects.toThrow()
  })

  it('does not open under another master secret', async () => {
    const sealed = await encrypt()
    await expect(open(sealed, one, PLACE, createSecrets(randomBytes(32)))).rejects.toThrow()
  })

  it('shows its number neither in its own text nor in the keys', async () => {
    const sealed = await encrypt()
    expect(sealed).not.toContain(NUMBER)
    const { rows } = await db.pool.query(`select data_keys::text as row from app.data_keys`)
    expect(JSON.stringify(rows)).not.toContain(NUMBER)
  })
})

it('a sealed text of the longest kind comes back unchanged', async () => {
  const long = `${'ü€😀'.repeat(5000)}\n"end"`
  const sealed = await withSystemRole((tx) => encryptField(tx, secrets, one, PLACE, long))
  expect(await open(sealed)).toBe(long)
})

it('fifty first seals at once make one key', { tags: 'long' }, async () => {
  const organization = await makeOrganization()
  const sealed = await Promise.all(Array.from({ length: 50 }, () => encrypt(organization)))
  for (const text of sealed) expect(await open(text, organization)).toBe(NUMBER)
  const { rows } = await db.pool.query(`select 1 from app.data_keys where organization = $1`, [
    organization,
  ])
  expect(rows).toHaveLength(1)
})

it('a key of which no organization knows is never handed to a caller', async () => {
  await encrypt()
  for (const role of ['anon', 'authenticated'] as const)
    await expect(
      db.transaction({ role, org_ids: [one] }, (tx) =>
        tx.selectFrom('app.data_keys').selectAll().execute(),
      ),
    ).rejects.toThrow('permission denied')
})

it('a new master secret rewraps the keys and touches no value', async () => {
  const sealed = await encrypt()
  const next = createSecrets(randomBytes(32))
  await withSystemRole((tx) => rewrapDataKeys(tx, secrets, next))
  expect(await open(sealed, one, PLACE, next)).toBe(NUMBER)
  await expect(open(sealed)).rejects.toThrow()
  const fresh = await makeOrganization()
  const later = await withSystemRole((tx) => encryptField(tx, next, fresh, PLACE, NUMBER))
  expect(await open(later, fresh, PLACE, next)).toBe(NUMBER)
  await withSystemRole((tx) => rewrapDataKeys(tx, next, secrets))
  expect(await open(sealed)).toBe(NUMBER)
})

it('a rewrap with the wrong old secret changes nothing', async () => {
  const sealed = await encrypt()
  const wrong = createSecrets(randomBytes(32))
  await expect(withSystemRole((tx) => rewrapDataKeys(tx, wrong, secrets))).rejects.toThrow()
  expect(await open(sealed)).toBe(NUMBER)
})

it('destroying the data key erases what it sealed, for this organization alone', async () => {
  const [erased, kept] = [await encrypt(one), await encrypt(other)]
  await withSystemRole((tx) => destroyDataKeys(tx, one))
  await expect(open(erased)).rejects.toThrow('gone')
  expect(await open(kept, other)).toBe(NUMBER)
  const later = await encrypt(one)
  expect(later).toMatch(/^2\./)
  expect(await open(later)).toBe(NUMBER)
  await expect(open(erased)).rejects.toThrow('gone')
})

describe('a fingerprint', () => {
  it('is the same for the same text and purpose only', () => {
    const print = fingerprint(secrets, 'bank-account', NUMBER)
    expect(fingerprint(secrets, 'bank-account', NUMBER)).toBe(print)
    expect(fingerprint(secrets, 'tax-id', NUMBER)).not.toBe(print)
    expect(fingerprint(secrets, 'bank-account', `${NUMBER}0`)).not.toBe(print)
    expect(fingerprint(createSecrets(randomBytes(32)), 'bank-account', NUMBER)).not.toBe(print)
  })

  it('cannot be made without the secret: it is no plain hash', () => {
    expect(fingerprint(secrets, 'bank-account', NUMBER)).toMatch(/^[\w-]{43}$/)
  })
})
