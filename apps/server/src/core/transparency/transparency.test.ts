import {
  consistencyProof,
  leafHash,
  logDirectoryPath,
  openedCommitment,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  readFrom,
  tileIndexPath,
  tileKey,
  tilesOf,
  toHex,
  verifierKeyOf,
  verifyConsistency,
  verifyInclusion,
} from '@semblance/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { issueFor } from '../../../testing/fixtures/certificate-fixtures.ts'
import { type Deal, expectRefusals, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Market } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { rehearse, system, type Tx } from '../../platform/database/db.ts'
import { audit } from '../../platform/security/audit.ts'
import { checkLog, proveLeaf } from './service.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
let staff: Awaited<ReturnType<Market['staff']>>
let deal: Deal
beforeAll(async () => {
  staff = await market.staff()
  deal = await fundedDeal(client, vendor)
  await issueFor(market, deal.contractId)
  await integrate()
})

const integrate = () => market.app.jobs['transparency.integrate']!({}, {} as never)
const inDatabase = <T>(work: (tx: Tx) => Promise<T>) => market.platform.db.transaction(system, work)
const note = (n: number) =>
  inDatabase((tx) => audit(tx, { actor: 'system', action: 'banking.save', object: `test:${n}` }))

async function head(path = '/log') {
  const response = await market.fetch(`${path}/checkpoint`)
  const text = await response.text()
  return { text, ...parseCheckpoint(text.slice(0, text.lastIndexOf('\n\n') + 1))! }
}

const openingsOf = (like: string) =>
  inDatabase((tx) =>
    tx
      .selectFrom('transparency.openings')
      .select(['type', 'audience', 'deal', 'seq', 'payload', 'salt', 'commitment'])
      .where('deal', 'like', like)
      .orderBy('id')
      .execute(),
  )

describe('the steps of a deal', () => {
  it('are leaves of its request, its offer and its contract, in their order', async () => {
    const found = await Promise.all(
      [deal.dprId, deal.offerId, `${deal.contractId}%`].map(openingsOf),
    )
    expect(found.map((rows) => rows.map(({ type, audience }) => `${type} ${audience}`))).toEqual([
      ['request.posted both'],
      [
        'offer.revised both',
        'agreement.consented both',
        'agreement.consented both',
        'offer.accepted both',
      ],
      [
        'agreement.drawn both',
        'agreement.drawn client',
        'escrow.funded both',
        'fee.moved client',
        'delivery.ready both',
        'certificate.issued both',
      ],
    ])
    const [request, offer, contract] = found
    const prevOf = ({ payload }: { payload: string | null }) => JSON.parse(payload!).prev
    expect(prevOf(request![0]!)).toBeNull()
    expect(prevOf(offer![0]!)).toBe(toHex(request![0]!.commitment))
    expect(prevOf(contract![0]!)).toBe(toHex(offer![3]!.commitment))
    expect(JSON.parse(contract![2]!.payload!).body.legs).toEqual([
      {
        dr: `escrow_pending:${deal.contractId}`,
        cr: `escrow:${deal.contractId}`,
        amountCents: '1850000',
      },
    ])
  })

  it('that were rolled back leave none, and a rehearsal neither', async () => {
    const before = (await staff.api.transparency.check()).leavesCount
    await expect(
      inDatabase(async (tx) => {
        await audit(tx, { actor: 'system', action: 'banking.save', object: 'test:undone' })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await inDatabase((tx) =>
      rehearse(tx, () =>
        audit(tx, { actor: 'system', action: 'banking.save', object: 'test:tried' }),
      ),
    )
    await integrate()
    expect((await staff.api.transparency.check()).leavesCount).toBe(before)
  })
})

describe('the published log', () => {
  it('has a signed head, and tiles that lead to it', async () => {
    const { logs } = await market.visitor.transparency.status()
    const key = parseVerifierKey(logs[0]!.verifierKey)!
    const { text, size, root } = await head()
    expect(await openNote(text, [key])).toMatchObject({ state: 'valid' })
    expect(logs[0]).toMatchObject({ number: 1, origin: 'semblance.test/log', state: 'open' })
    const tiles = new Map<string, Uint8Array>()
    for (const { level, index } of tilesOf([0, size - 1], size)) {
      const width = Math.min(256, Math.floor(size / 256 ** level) - index * 256)
      const path = `/log/tile/${level}/${tileIndexPath(index, width)}`
      const response = await market.fetch(path)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      tiles.set(tileKey(level, index), new Uint8Array(await response.arrayBuffer()))
    }
    const bundle = await market.fetch(`/log/tile/entries/${tileIndexPath(0, size)}`)
    const bytes = new Uint8Array(await bundle.arrayBuffer())
    expect(bytes.length).toBe(size * 34)
    const first = bytes.subarray(2, 34)
    const { hashes } = await inDatabase((tx) => proveLeaf(tx, { log: 1, index: 0 }))
    expect(verifyInclusion(leafHash(first), { index: 0, size, root, proof: hashes })).toBe(true)
    const opened = logs[0]!.firstLeaf!
    expect(openedCommitment(opened)).toBe(toHex(first))
    expect(JSON.parse(opened.payload)).toMatchObject({
      type: 'log.opened',
      body: { auditChain: null },
    })
  })

  it('is followed from head to head', async () => {
    const older = await head()
    await note(1)
    await integrate()
    const newer = await head()
    expect(newer.size).toBe(older.size + 1)
    const tiles = new Map<string, Uint8Array>()
    const response = await market.fetch(`/log/tile/0/${tileIndexPath(0, newer.size)}`)
    tiles.set('0/0', new Uint8Array(await response.arrayBuffer()))
    const proof = consistencyProof(readFrom(tiles), older.size, newer.size)
    expect(verifyConsistency(older, newer, proof)).toBe(true)
  })

  it('serves a proof of each leaf to anyone, and says where it is published', async () => {
    const { proof } = await market.visitor.transparency.proof({ log: 1, index: 0 })
    expect(proof).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra \S+\nindex 0\n/)
    expect(proof.endsWith((await head()).text)).toBe(true)
    const directory = await market.fetch(logDirectoryPath)
    expect(await directory.json()).toMatchObject({
      logs: [{ origin: 'semblance.test/log', path: '/log', state: 'open' }],
      witnesses: [],
    })
    expect(directory.headers.get('access-control-allow-origin')).toBe('*')
    expect((await market.fetch('/log/checkpoint')).headers.get('cache-control')).toBe(
      'public, max-age=2',
    )
  })

  it('has nothing at other addresses, and nothing beyond its head', async () => {
    const { size } = await head()
    for (const path of [
      `/log/tile/0/${tileIndexPath(0, size + 1)}`,
      '/log/tile/0/000',
      '/log/tile/1/000',
      '/log/tile/0/001.p/1',
      '/log/tile/entries/001.p/1',
      '/log/tile/00/000.p/1',
      '/log/tile/0/0.p/1',
      '/log/tile/0/x999/x999/x999/x999/x999/x999/999.p/1',
      '/log/1/checkpoint',
      '/log/2/checkpoint',
      '/log/tile/8/0/000.p/1',
      '/log/',
    ]) {
      const response = await market.fetch(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    const beyond = { log: 1, index: size }
    await expectRefusals(
      [
        market.visitor.transparency.proof(beyond),
        market.visitor.transparency.proof({ log: 2, index: 0 }),
      ],
      'not_found',
    )
  })
})

describe('what staff alone may do', () => {
  it('is refused to everyone else', async () => {
    const admin = await market.colleague(client, 'administrator')
    const { api } = await market.stranger()
    for (const other of [api, client.api, vendor.api, admin.api])
      await expectRefusals(
        [other.transparency.check(), other.transparency.openLog()],
        'not_permitted',
      )
    await expectRefusals(
      [market.visitor.transparency.check(), market.visitor.transparency.openLog()],
      'sign_in_required',
    )
    await expectRefusals([staff.api.transparency.openLog()], 'not_found')
  })
})

describe('the check', () => {
  it('finds nothing where nothing was changed', async () => {
    await note(2)
    const waiting = await staff.api.transparency.check()
    expect(waiting).toMatchObject({ violations: [], stagedCount: 1 })
    await integrate()
    expect(await staff.api.transparency.check()).toMatchObject({ violations: [], stagedCount: 0 })
  })

  const witnessKey = verifierKeyOf('witness.test/w', new Uint8Array(32), 'cosignature').text
  const opening = (where: string) => `(select id from transparency.openings where ${where} limit 1)`
  it.each([
    ['a changed row', `update app.audit_log set object = 'x' where seq = 1`, 'audit row 1'],
    ['a row taken out', `delete from app.audit_log where seq = 1`, 'audit row 1 is gone'],
    [
      'a row without a leaf',
      `insert into app.audit_log (action, object, xact) values ('test.late', 'x', '5')`,
      /audit row \d+ has no leaf/,
    ],
    ['a changed amount', `update ledger.movement set amount = amount + 1`, /entry [\da-f-]{36}/],
    ['a changed date', `update ledger.entry set effective_at = now()`, /entry [\da-f-]{36}/],
    [
      'a changed certificate',
      `update certificates set jws = jws || 'x'`,
      /certificate [\da-f-]{36}/,
    ],
    [
      'a consent that was never given',
      `insert into agreement_consents (offer_id, agreement_sha256, side, act, statement, at)
        select offer_id, agreement_sha256, side, act, statement, at from agreement_consents limit 1`,
      /consent [\da-f-]{36} to OFR-\d+/,
    ],
    ['a consent taken out', `delete from agreement_consents`, /consent [\da-f-]{36} is gone/],
    [
      'a changed disclosure',
      `update certificate_disclosures set disclosure = disclosure || 'x' where claim = 'price'`,
      /certificate [\da-f-]{36}, price/,
    ],
    [
      'a disclosure taken out',
      `delete from certificate_disclosures where claim = 'fee'`,
      /certificate [\da-f-]{36} lacks a disclosure/,
    ],
    [
      'a cosignature that its witness never made',
      `insert into transparency.witnesses values ('${witnessKey}');
       insert into transparency.cosignatures (log, size, witness, line, stated_at)
         select log, size, '${witnessKey}', '— witness.test/w AAAA' || chr(10), now()
         from transparency.checkpoints order by size limit 1`,
      /log 1: the cosignature of witness\.test\/w under the head of \d+ leaves/,
    ],
    [
      'a changed opening',
      `update transparency.openings set payload = replace(payload, '1850000', '1850001') where type = 'escrow.funded'`,
      /opening \d+/,
    ],
    [
      'an opening and its row changed together',
      `update transparency.openings set payload = replace(payload, '1850000', '1850001'),
        commitment = sha256('x') where type = 'escrow.funded'`,
      /leaf \d+ of log 1/,
    ],
    [
      'a leaf left out',
      `delete from transparency.leaves where opening = ${opening(`type = 'escrow.funded'`)}`,
      /opening \d+ of CTR-\d+, number 2/,
    ],
    [
      'a step of a deal left out, in all places',
      `delete from transparency.leaves where opening = ${opening(`type = 'escrow.funded'`)};
       delete from transparency.openings where type = 'escrow.funded'`,
      /CTR-\d+, number 2/,
    ],
    [
      'the last step of a deal left out',
      `delete from transparency.openings where type = 'certificate.issued'`,
      /CTR-\d+ ends elsewhere/,
    ],
    [
      'a changed entry of the tree',
      `update transparency.leaves set commitment = sha256('x') where index = 3`,
      /log 1: tile 0\/0 does not fit/,
    ],
    [
      'a changed tile',
      `update transparency.tiles set hashes = sha256('x') || substr(hashes, 33)`,
      /log 1: tile 0\/0 does not fit/,
    ],
    [
      'a head that is signed by no one',
      `update transparency.checkpoints set root = sha256('x')`,
      /log 1: the head of \d+ leaves/,
    ],
    [
      'a tree cut short with its heads',
      `delete from transparency.leaves where index > 2; delete from transparency.checkpoints where size > 3`,
      /log 1: \d+ leaves were published, 3 are here/,
    ],
  ])('names the place of %s', async (_, statements, place) => {
    const found: { violations?: string[] } = {}
    const tampered = inDatabase(async (tx) => {
      await sql`reset role`.execute(tx)
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements.split(';')) await sql.raw(statement).execute(tx)
      const { platform } = market
      found.violations = (await checkLog({ tx, platform, now: new Date() })).violations
      throw new Error('undone')
    })
    await expect(tampered).rejects.toThrow('undone')
    expect(found.violations!.join('\n')).toMatch(place)
  })

  it.each([
    ['leaves', 'index = index'],
    ['openings', 'deal = deal'],
    ['tiles', 'hashes = hashes'],
    ['checkpoints', 'note = note'],
  ])('has %s that not even the owner of the database changes by a slip', async (table, change) => {
    const { pool } = market.platform.db
    for (const statement of [
      `delete from transparency.${table}`,
      `truncate transparency.${table} cascade`,
      ...(table === 'tiles'
        ? [`update transparency.tiles set hashes = sha256('x')`]
        : [`update transparency.${table} set ${change}`]),
    ])
      await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})
