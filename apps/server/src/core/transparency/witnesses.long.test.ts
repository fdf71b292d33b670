/** @module-tag long */
import {
  cosignaturesOf,
  logDirectoryPath,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  parseWitnessKey,
} from '@semblance/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { startWitness, type Witness } from '../../../testing/witness.ts'
import { readConfig } from '../../platform/config.ts'
import { system } from '../../platform/database/db.ts'
import { audit } from '../../platform/security/audit.ts'
import { cosignNewest } from '../../platform/transparency/cosign.ts'
import { alertOfWitness } from './service.ts'

const { market } = await useMarket({})
const { platform } = market
const witnesses: Witness[] = []
let logKey: string
let n = 0

beforeAll(async () => {
  await integrate()
  logKey = (await market.visitor.transparency.status()).logs[0]!.verifierKey
  for (const name of ['witness.test/a', 'witness.test/b', 'witness.test/c'])
    witnesses.push(await startWitness(name, logKey))
  const settings = { LOG_WITNESSES: witnesses.map(({ setting }) => setting).join(',\n') }
  Object.assign(platform.config, { witnesses: readConfig(settings).witnesses })
})
afterAll(async () => {
  for (const { close } of witnesses) await close()
})
beforeEach(async () => {
  for (const witness of witnesses) witness.set('honest')
  await grow()
})

const integrate = () => market.app.jobs['transparency.integrate']!({}, {} as never)
const grow = async () => {
  await platform.db.transaction(system, (tx) =>
    audit(tx, { actor: 'system', action: 'banking.save', object: `test:${n++}` }),
  )
  await integrate()
}
const ask = (at: number) =>
  cosignNewest(
    { db: platform.db, onWitness: alertOfWitness(platform) },
    platform.config.witnesses.list[at]!,
  )
const askAll = () => Promise.all(witnesses.map((_, at) => ask(at)))
const keys = () => witnesses.map(({ verifierKey }) => parseWitnessKey(verifierKey)!)

async function head() {
  const note = await (await market.fetch('/log/checkpoint')).text()
  const { size } = parseCheckpoint(`${note.split('\n\n')[0]!}\n`)!
  const cosigned = await cosignaturesOf(note, keys())
  return { note, size, by: cosigned.map(({ by }) => by.name) }
}
const newest = async () => (await market.visitor.transparency.status()).logs[0]!
const rowOf = async ({ verifierKey }: Witness) => {
  const { rows } = await platform.db.pool.query(
    'select failing_since, alerted_at, last_error from transparency.witnesses where verifier_key = $1',
    [verifierKey],
  )
  return rows[0]
}

describe('a published checkpoint', () => {
  it('has the cosignature of each witness once it is there, and a valid one of the log', async () => {
    expect((await head()).by).toEqual([])
    expect(await askAll()).toEqual(['done', 'done', 'done'])
    const { note, size, by } = await head()
    expect(by).toEqual(['witness.test/a', 'witness.test/b', 'witness.test/c'])
    expect(await openNote(note, [parseVerifierKey(logKey)!])).toMatchObject({ state: 'valid' })
    for (const { seen } of witnesses) expect(seen.get('semblance.test/log')!.size).toBe(size)
    expect(await ask(0)).toBe('idle')
  })

  it('is followed by proofs from the tree that a witness has seen last', async () => {
    for (let round = 0; round < 4; round++) {
      expect(await ask(0)).toBe('done')
      for (let leaf = 0; leaf <= round * 2; leaf++) await grow()
    }
    expect(await ask(0)).toBe('done')
    expect(witnesses[0]!.answers.get(409)).toBeUndefined()
  })

  it('is cosigned by a witness that knows another size than this database, asked again', async () => {
    const [witness] = witnesses
    expect(await ask(0)).toBe('done')
    await grow()
    // Its last answer was lost on the way, as after a crash.
    await platform.db.pool.query(
      `begin; set local session_replication_role = replica;
       delete from transparency.cosignatures where witness = '${witness!.verifierKey}'; commit`,
    )
    expect(await ask(0)).toBe('done')
    expect(witness!.answers.get(409)).toBe(1)
    expect((await head()).by).toEqual(['witness.test/a'])
  })

  it('is asked for by two servers at once, and cosigned once', async () => {
    expect(await Promise.all([ask(1), ask(1)])).toContain('done')
    expect((await head()).by).toEqual(['witness.test/b'])
  })
})

describe('a witness that does not cosign', () => {
  it.each([
    ['fail', 'It answered 500.'],
    ['forge', 'It answered without a cosignature that its key made.'],
  ] as const)('%s: the checkpoint is published without it', async (mode, reason) => {
    witnesses[2]!.set(mode)
    expect(await askAll()).toEqual(['done', 'done', 'failed'])
    expect((await head()).by).toEqual(['witness.test/a', 'witness.test/b'])
    expect(await rowOf(witnesses[2]!)).toMatchObject({ last_error: reason, alerted_at: null })
    const { cosigned, checkpoint } = await newest()
    expect(cosigned!.size).toBe(checkpoint!.size) // two of three are the quorum
  })

  it('hangs and delays nobody: neither the checkpoint nor other witnesses', async () => {
    witnesses[2]!.set('hang')
    const hanging = ask(2)
    expect((await head()).by).toEqual([])
    expect(await Promise.all([ask(0), ask(1)])).toEqual(['done', 'done'])
    await grow()
    expect(await ask(0)).toBe('done')
    expect((await head()).by).toEqual(['witness.test/a'])
    witnesses[2]!.drop()
    expect(await hanging).toBe('failed')
    expect((await rowOf(witnesses[2]!)).last_error).toMatch(/^It does not answer/)
  })

  it('because it has seen a larger or another tree, or knows no such log, is quoted', async () => {
    const { seen } = witnesses[0]!
    expect(await ask(0)).toBe('done')
    const known = seen.get('semblance.test/log')!
    await grow()
    for (const [tree, reason] of [
      [{ ...known, size: 100_000 }, /^It has seen a tree of 100000 leaves/],
      [{ ...known, root: Buffer.alloc(32) }, /refuses the proof/],
      [{ size: (await head()).size, root: Buffer.alloc(32) }, /^It has seen another tree of/],
    ] as const) {
      seen.set('semblance.test/log', tree)
      expect(await ask(0)).toBe('failed')
      expect((await rowOf(witnesses[0]!)).last_error).toMatch(reason)
    }
    seen.set('semblance.test/log', known)
    expect(await ask(0)).toBe('done')
    expect(await rowOf(witnesses[0]!)).toMatchObject({ failing_since: null, last_error: null })
  })

  it('for ten minutes is told to staff once, and so is its return', async () => {
    const staff = await market.staff()
    witnesses[1]!.set('fail')
    const titles = async () =>
      (await staff.api.notifications.list({})).items.map(({ title }) => title)
    expect(await ask(1)).toBe('failed')
    expect(await titles()).toEqual([])
    await platform.db.pool.query(
      `update transparency.witnesses set failing_since = now() - interval '11 minutes'
       where failing_since is not null`,
    )
    expect([await ask(1), await ask(1)]).toEqual(['failed', 'failed'])
    const title = 'The witness witness.test/b does not cosign the transparency log'
    expect(await titles()).toEqual([title])
    witnesses[1]!.set('honest')
    expect(await ask(1)).toBe('done')
    expect(await titles()).toEqual(['Over: the witness witness.test/b does not cosign', title])
  })
})

it('the log says who witnesses it, and which checkpoint a quorum has cosigned', async () => {
  await askAll()
  const { size } = await head()
  await grow()
  expect(await ask(2)).toBe('done')
  const { logs, witnesses: stated } = await market.visitor.transparency.status()
  expect(stated).toEqual({
    list: witnesses.map(({ verifierKey }) => ({
      name: parseWitnessKey(verifierKey)!.name,
      verifierKey,
    })),
    quorum: 2,
  })
  const [{ checkpoint, cosigned }] = logs as [(typeof logs)[number]]
  expect(checkpoint!.cosignedBy.map(({ name }) => name)).toEqual(['witness.test/c'])
  expect(cosigned!.size).toBe(BigInt(size))
  expect(await cosignaturesOf(cosigned!.note, keys())).toHaveLength(3)
  const directory = (await (await market.fetch(logDirectoryPath)).json()) as object
  expect(directory).toMatchObject({ witnesses: stated.list, quorum: 2 })
})

it('no cosignature is changed or taken out, not even by the owner of the database', async () => {
  for (const statement of [
    `update transparency.cosignatures set line = line`,
    'delete from transparency.cosignatures',
    'truncate transparency.cosignatures',
  ])
    await expect(platform.db.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})
