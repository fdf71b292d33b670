/** The directory of keys at the start of a server: made once, the same for all, and what a loss costs. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runJobs } from '../testing/drain-jobs.ts'
import { fundedDeal, postDpr, sendOffer } from '../testing/fixtures/deal-fixtures.ts'
import { keyPathOf, readOriginal, submit, upload } from '../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../testing/fixtures/use-market.ts'
import { readConfig } from './platform/config.ts'
import { claimKeyDir, WrongKeyDirError } from './platform/key-store/open-key-store.ts'
import { giveUpKeys, startKeys } from './start-keys.ts'

/** In memory where the system has such a file system: there keys may be gone after a restart. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : null
const root = mkdtempSync(join(memory ?? tmpdir(), 'semblance-key-dir-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const keyDir = join(root, 'keys')
const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { keyDir },
)
const { platform } = market
const { db, config } = platform

const place = (dir: string) => ({ db, config: { ...config, keyDir: dir } })
const rows = async (text: string) => (await db.pool.query(text)).rows

it('is made by the first of many servers, and one with another KEY_DIR does not start', async () => {
  const other = join(root, 'other')
  const claims = await Promise.allSettled(
    [keyDir, other, keyDir, other].map((dir) => claimKeyDir(place(dir))),
  )
  const [first] = claims
  const won = first!.status === 'fulfilled' ? keyDir : other
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const claim of claims)
    if (claim.status === 'rejected') expect(claim.reason).toBeInstanceOf(WrongKeyDirError)
  expect(statSync(won).mode & 0o777).toBe(0o700)
  expect(readFileSync(join(won, 'CACHEDIR.TAG'), 'utf8')).toMatch(
    /^Signature: 8a477f597d28d172789f06886806bc55\n/,
  )
  const wrong = won === keyDir ? other : keyDir
  await expect(claimKeyDir(place(wrong))).rejects.toThrow(/^KEY_DIR .* npm run keys:lost$/)
  expect(existsSync(wrong)).toBe(false)
  if (won === other) {
    rmSync(other, { recursive: true })
    await rows('delete from app.key_store')
    await claimKeyDir(place(keyDir))
  }
})

it('is not below the data directory, of which people make copies', () => {
  const env = { DATA_DIR: '/srv/data', KEY_DIR: '/srv/data/keys' }
  expect(() => readConfig(env)).toThrow('KEY_DIR: is in DATA_DIR')
  expect(() => readConfig({ ...env, KEY_DIR: '/srv/data' })).toThrow('KEY_DIR: is in DATA_DIR')
  expect(readConfig({ ...env, KEY_DIR: '/srv/data-keys' }).keyDir).toBe('/srv/data-keys')
})

it('that is lost ends originals and samples, whose vendors are asked for them again; the next start makes another', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await submit(market, vendor, contractId)
  const offerId = await sendOffer(vendor, await postDpr(client))
  await market.fetch(`/api/offers/${offerId}/sample?fileName=a.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${vendor.token}` },
    body: 'a,b\n1,2\n',
  })
  const [before] = await rows('select id from app.key_store')
  rmSync(keyDir, { recursive: true })
  await expect(claimKeyDir(platform)).rejects.toThrow(WrongKeyDirError)
  expect(await giveUpKeys(platform)).toEqual({ originals: 1, deliveries: 1, samples: 1 })
  await startKeys(platform)
  expect((await rows('select id from app.key_store'))[0].id).not.toBe(before.id)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'draft',
    reason: expect.stringContaining('upload the files again'),
  })
  expect(await vendor.api.previews.sample({ offerId })).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('send the file again'),
  })
  await runJobs(market)
  const records = await rows('select why, method, evidence from app.destructions')
  expect(records).toHaveLength(2)
  for (const record of records)
    expect(record).toMatchObject({
      why: 'lost',
      method: 'unlinked',
      evidence: { wasPresent: false },
    })
  expect(await readOriginal(market, uploadId)).toBeNull()
})

it.runIf(memory)(
  'that was in memory and is gone ends originals at the start of a server that is alone',
  { tags: 'long' },
  async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const uploadId = await upload(market, vendor, contractId, 'a,b\n1,2\n')
    expect(existsSync(await keyPathOf(market, uploadId))).toBe(true)
    rmSync(keyDir, { recursive: true })
    await rows(`insert into app.workers (id, process_id, role, pools, host, pid, version, schema_level)
    values (gen_random_uuid(), gen_random_uuid(), 'all', '{}', 'other', 1, 'test', 65)`)
    await expect(startKeys(platform, 0)).rejects.toThrow(WrongKeyDirError)
    expect(await readStatus(contractId)).toMatchObject({ status: 'draft', reason: null })
    await rows(`delete from app.workers where host = 'other'`)
    await startKeys(platform)
    expect(await readStatus(contractId)).toMatchObject({
      status: 'draft',
      reason: expect.stringContaining('upload the files again'),
    })
    expect(readdirSync(keyDir)).toHaveLength(2)
    const again = await upload(market, vendor, contractId, 'a,b\n1,2\n')
    expect((await readOriginal(market, again))!.toString()).toBe('a,b\n1,2\n')
  },
)

const readStatus = (contractId: string) => vendor.api.deliveries.latest({ contractId })
