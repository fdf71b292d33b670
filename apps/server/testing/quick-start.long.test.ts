/**
 * Tests that the quick start does what it says: a whole deal by two keys, from TypeScript and from a shell.
 *
 * @module-tag long
 */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { newCustomersCsv } from './fixtures/delivery-fixtures.ts'
import { useServedMarket } from './served-market.ts'

const run = promisify(execFile)
const examples = join(import.meta.dirname, '../../../docs/quick-start')
const dir = mkdtempSync(join(tmpdir(), 'semblance-quick-start-'))
afterAll(() => rmSync(dir, { recursive: true }))

const { market, url, makeKey, whileWorking } = await useServedMarket()
const client = await market.member('client')
const vendor = await market.member('vendor')
await market.platform.db.pool.query('update organizations set is_sample = true')
const env = {
  PATH: process.env.PATH,
  SEMBLANCE_URL: url,
  CLIENT_KEY: await makeKey(client, ['dprs:write', 'money', 'contracts:read', 'deliveries:read']),
  VENDOR_KEY: await makeKey(vendor, ['offers:write', 'deliver', 'deliveries:read']),
}

const hasShellTools = ['curl', 'jq', 'sha256sum'].every(
  (tool) => spawnSync(tool, ['--version']).status === 0,
)

const programs = [
  { name: 'TypeScript', program: process.execPath, script: 'deal.ts', isPossible: true },
  { name: 'shell', program: 'bash', script: 'deal.sh', isPossible: hasShellTools },
]

it('makes a whole deal from TypeScript, and from a shell where it has its tools', async () => {
  const possible = programs.filter(({ isPossible }) => isPossible)
  const ended = await whileWorking(() =>
    Promise.all(
      possible.map(async ({ name, program, script }) => {
        const [table, out] = [join(dir, `${name}.csv`), join(dir, name)]
        writeFileSync(table, newCustomersCsv())
        mkdirSync(out)
        const { stdout } = await run(program, [join(examples, script), table, out], { env })
        return { out, stdout }
      }),
    ),
  )
  for (const { out, stdout } of ended) {
    const [, contractId = ''] = /^(CTR-\S+): .*?150000 cents released/.exec(stdout) ?? []
    const contract = await client.api.contracts.get({ contractId })
    expect(contract).toMatchObject({ status: 'completed', priceCents: 150_000n })
    const { files } = await client.api.deliveries.dataset({ dprId: contract.dprId })
    const sums = new Map(files.map(({ name, sha256 }) => [name, sha256]))
    expect(readdirSync(out).sort()).toEqual([...sums.keys()].sort())
    for (const file of readdirSync(out)) expect(hashOf(join(out, file))).toBe(sums.get(file))
  }
})

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
