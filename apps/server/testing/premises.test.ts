/**
 * Tests that a vendor delivers from its own premises by the command, in a process of its own that shares nothing with the server but
 * HTTP, is killed and goes on, and that the buyer verifies what it gets.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keySet, verifyCertificate, verifyMeasured } from '@semblance/contract'
import { afterAll, expect, it } from 'vitest'
import { fundedDeal } from './fixtures/deal-fixtures.ts'
import { newCustomersCsv } from './fixtures/delivery-fixtures.ts'
import { useServedMarket } from './served-market.ts'

const home = mkdtempSync(join(tmpdir(), 'semblance-premises-'))
afterAll(() => rmSync(home, { recursive: true }))

const { market, url, makeKey, whileWorking } = await useServedMarket()
const client = await market.member('client')
const vendor = await market.member('vendor')
const admin = await market.colleague(vendor, 'administrator')
const rows = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

const bin = fileURLToPath(new URL('../../../packages/command/bin/semblance.ts', import.meta.url))

function start(
  words: string[],
  env: Record<string, string>,
): ChildProcess & { said: () => string } {
  const child = spawn(process.execPath, [bin, ...words], { cwd: home, env: { PATH: '', ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      said += part.toString()
    })
  return Object.assign(child, { said: () => said })
}

async function run(words: string[], env: Record<string, string>) {
  const child = start(words, env)
  const [code] = await once(child, 'close')
  return { code: code as number, said: child.said() }
}

it('a vendor makes a key, registers it, delivers, is killed twice, and measures once', async () => {
  const table = newCustomersCsv()
  writeFileSync(join(home, 'customers.csv'), table)
  const made = await run(['keygen', 'key.json'], {})
  expect(made.code).toBe(0)
  expect(statSync(join(home, 'key.json')).mode & 0o777).toBe(0o600)
  const jwk = JSON.parse(made.said.slice(made.said.indexOf('{')))
  expect(Object.keys(jwk).sort()).toEqual(['crv', 'kty', 'x', 'y'])
  await admin.api.signingKeys.register({ name: 'Vault', jwk })

  const deal = await fundedDeal(client, vendor)
  const { contractId } = deal
  const [source] = await rows(
    `insert into sources (vendor, name, rho_limit_billionths) values ($1, 'Panel', 634000000) returning id`,
    [vendor.organization.id],
  )
  const env = {
    HOME: home,
    SEMBLANCE_URL: url,
    SEMBLANCE_KEY: await makeKey(vendor, ['deliveries:measure']),
  }
  const words = [
    ...['deliver', '--contract', contractId, '--source', source.id],
    ...['--signing-key', 'key.json', 'customers.csv', '--json'],
  ]
  const dir = join(home, `semblance-${contractId}`)
  const measured = () => existsSync(join(dir, 'model.semblance'))
  const killAt = async (isDue: () => boolean) => {
    const child = start(words, env)
    const ended = once(child, 'close')
    while (!isDue() && child.exitCode === null) await new Promise((done) => setTimeout(done, 5))
    child.kill('SIGKILL')
    await ended
    return child.said()
  }
  // Before it counts, and once its model is on its disk: what it has then is what it delivers.
  await killAt(() => existsSync(join(dir, 'state.json')))
  await killAt(measured)
  expect(measured()).toBe(true)
  const model = readFileSync(join(dir, 'model.semblance'))
  expect(statSync(join(dir, 'split.json')).mode & 0o777).toBe(0o600)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'measuring',
    isMeasuredByVendor: true,
  })
  expect(await client.api.deliveries.latest({ contractId })).toMatchObject({ status: 'measuring' })

  const { code, said } = await whileWorking(() => run(words, env))
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('"delivered"') })
  expect(said).not.toContain('fingerprintKey')
  expect(existsSync(dir)).toBe(false)
  expect(
    await rows(
      `select s.state, m.sha256 from source_spendings s join app.source_models m on m.spending_id = s.id
       where s.deal = $1`,
      [contractId],
    ),
  ).toEqual([
    {
      state: 'spent',
      sha256: (await import('node:crypto')).createHash('sha256').update(model).digest('hex'),
    },
  ])
  expect(await rows('select 1 from uploads where contract_id = $1', [contractId])).toEqual([])

  const dataset = await client.api.deliveries.dataset(deal)
  expect(dataset.isMeasuredByVendor).toBe(true)
  expect(dataset.report.privacy.guarantee).toMatch(/^The vendor states/)
  const [listed] = (await client.api.certificates.list({ contractId })).items
  const { jws } = await client.api.certificates.get({ id: listed?.id ?? '' })
  const keys = await (await market.fetch('/.well-known/semblance-certificate-keys.json')).json()
  const verified = await verifyCertificate(jws, keySet.parse(keys))
  if (verified.state !== 'valid') throw new Error(verified.state)
  const { certificate } = verified
  expect(certificate.destruction).toBeUndefined()
  expect(certificate.originals).toEqual([])
  expect(certificate.measurement?.vendorAttests).toMatch(/has not verified.*never left the vendor/)
  expect(await verifyMeasured(certificate)).toMatchObject({
    state: 'holds',
    stated: { contract: contractId, source: source.id },
  })
  const [file] = certificate.files
  const forged = { ...certificate, files: [{ ...file, sha256: 'f'.repeat(64) }] }
  expect(await verifyMeasured(forged as typeof certificate)).toMatchObject({ state: 'differs' })

  const again = await run(words, env)
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('not_awaiting_delivery') })
}, 240_000)
