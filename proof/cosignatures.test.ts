/** Go's implementation of cosignatures, github.com/transparency-dev/formats, judges those of a checkpoint, and makes one. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCosignatures, parseWitnessKey } from '@semblance/contract'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { cosignNewest } from '../apps/server/src/platform/transparency/cosign.ts'
import { openTestMarket } from '../apps/server/testing/fixtures/market-fixtures.ts'
import { startWitness } from '../apps/server/testing/witness.ts'
import { provideGo } from './go.ts'

const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

/** Its module needs Go 1.24; Debian 12 has an older one. */
const go = provideGo()
const [, major, minor] = /go(\d+)\.(\d+)/.exec(
  spawnSync(go, ['version'], { encoding: 'utf8' }).stdout,
) ?? ['', '0', '0']
const isNewEnough = Number(major) > 1 || Number(minor) >= 24

it.skipIf(!isNewEnough)(
  'accepts what witnesses have signed, and is accepted as a witness',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'semblance-witness-'))
    closers.push(() => rmSync(dir, { recursive: true }))
    const command = join(dir, 'witness')
    const built = spawnSync(go, ['build', '-o', command, '.'], {
      cwd: join(import.meta.dirname, 'witness'),
      encoding: 'utf8',
    })
    expect(built.stderr + String(built.status)).toMatch(/0$/)
    const market = await openTestMarket()
    closers.push(market.close)
    await market.app.jobs['transparency.integrate']!({}, {} as never)
    const logKey = (await market.visitor.transparency.status()).logs[0]!.verifierKey
    const witnesses = await Promise.all(
      ['witness.test/a', 'witness.test/b'].map((name) => startWitness(name, logKey)),
    )
    closers.push(...witnesses.map(({ close }) => close))
    const settings = { LOG_WITNESSES: witnesses.map(({ setting }) => setting).join('\n') }
    for (const witness of readConfig(settings).witnesses.list)
      expect(
        await cosignNewest({ db: market.platform.db, onWitness: async () => {} }, witness),
      ).toBe('done')
    const note = await (await market.fetch('/log/checkpoint')).text()
    const keys = witnesses.map(({ verifierKey }) => verifierKey)
    const judged = spawnSync(command, [logKey, ...keys], { input: note, encoding: 'utf8' })
    expect(judged.stderr).toBe('')
    const found = JSON.parse(judged.stdout)
    console.warn({ verified: found.verified, noteBytes: note.length })
    expect(found.verified).toBe(3)
    const text = `${note.split('\n\n')[0]!}\n`
    for (const key of [found.key, found.noteKey]) {
      const own = parseWitnessKey(key)!
      const [held] = await openCosignatures(text, found.line, [own])
      expect(Math.abs(Date.now() - held!.statedAt.getTime())).toBeLessThan(60_000)
      expect(await openCosignatures(`${text}x\n`, found.line, [own])).toEqual([])
    }
  },
)
