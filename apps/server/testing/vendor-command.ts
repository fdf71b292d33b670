/** Runs the command as a vendor does: in a process of its own, which shares nothing with the server but HTTP. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keySet, verifyCertificate, verifyMeasured } from '@semblance/contract'
import { afterAll, expect } from 'vitest'
import { type Deal, fundedDeal } from './fixtures/deal-fixtures.ts'
import { useServedMarket } from './served-market.ts'

const bin = fileURLToPath(new URL('../../../packages/command/bin/semblance.ts', import.meta.url))

/** Opens a market at an address of its own, and a vendor's home whose signing key is registered with it. */
export async function useVendorCommand() {
  const home = mkdtempSync(join(tmpdir(), 'semblance-premises-'))
  afterAll(() => rmSync(home, { recursive: true }))
  const { market, url, makeKey, whileWorking } = await useServedMarket()
  const client = await market.member('client')
  const vendor = await market.member('vendor')
  const admin = await market.colleague(vendor, 'administrator')
  const rows = async (text: string, values: unknown[] = []) =>
    (await market.platform.db.pool.query(text, values)).rows
  const env = {
    HOME: home,
    SEMBLANCE_URL: url,
    SEMBLANCE_KEY: await makeKey(vendor, ['deliveries:measure']),
    NODE_COMPILE_CACHE: getCompileCacheDir(), // loading takes half the time from its second run on
  }
  const start = (words: string[]): ChildProcess & { said: () => string } => {
    const child = spawn(process.execPath, [bin, ...words], { cwd: home, env: { PATH: '', ...env } })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        said += part.toString()
      })
    return Object.assign(child, { said: () => said })
  }
  const run = async (words: string[]) => {
    const child = start(words)
    const [code] = await once(child, 'close')
    return { code: code as number, said: child.said() }
  }
  const made = await run(['keygen', 'key.json'])
  const jwk = JSON.parse(made.said.slice(made.said.indexOf('{')))
  await admin.api.signingKeys.register({ name: 'Vault', jwk })

  /** Returns a deal that waits for its delivery, and the words by which a vendor delivers the inputs. */
  const begin = async (inputs: string[]) => {
    const deal = await fundedDeal(client, vendor)
    const [source] = await rows(
      `insert into sources (vendor, name, rho_limit_billionths) values ($1, $2, 634000000) returning id`,
      [vendor.organization.id, `Data of ${deal.contractId}`],
    )
    const dir = join(home, `semblance-${deal.contractId}`)
    const words = [
      ...['deliver', '--contract', deal.contractId, '--source', source.id],
      ...['--signing-key', 'key.json', ...inputs, '--json'],
    ]
    return { deal, sourceId: source.id as string, dir, words }
  }
  /** Kills the command once that is due. */
  const killAt = async (words: string[], isDue: () => boolean) => {
    const child = start(words)
    const ended = once(child, 'close')
    while (!isDue() && child.exitCode === null) await sleep(5)
    child.kill('SIGKILL')
    await ended
    return child.said()
  }
  /** Returns the certificate of the buyer, who has verified it and what it says of the vendor's statement. */
  const verifiedBy = async ({ contractId }: Deal, sourceId: string) => {
    const [listed] = (await client.api.certificates.list({ contractId })).items
    const { jws } = await client.api.certificates.get({ id: listed?.id ?? '' })
    const keys = await (await market.fetch('/.well-known/semblance-certificate-keys.json')).json()
    const verified = await verifyCertificate(jws, keySet.parse(keys))
    if (verified.state !== 'valid') throw new Error(verified.state)
    expect(await verifyMeasured(verified.certificate)).toMatchObject({
      ...{ state: 'holds', stated: { contract: contractId, source: sourceId } },
    })
    return verified.certificate
  }
  const isMeasured = (dir: string) => existsSync(join(dir, 'model.semblance'))
  return {
    ...{ home, market, client, vendor, rows, whileWorking, jwk },
    ...{ begin, run, killAt, verifiedBy, isMeasured },
  }
}
