import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  canonicalJson,
  checkpointText,
  dossierFiles,
  dossierStates,
  parseCheckpoint,
  parseVerifierKey,
  signatureLine,
  type VerifierKey,
  verifierKeyOf,
} from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type Bytes,
  chain,
  pack,
  pathOf,
  sha256Of,
  unpack,
  zip,
} from '../../../testing/dossiers/dossier-parts.ts'
import { tamperings } from '../../../testing/dossiers/tamperings.ts'
import { issueFor } from '../../../testing/fixtures/certificate-fixtures.ts'
import { type Deal, deliver, fundedDeal, release } from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { startWitness } from '../../../testing/witness.ts'
import { findSigner } from '../../core/transparency/service.ts'
import { readConfig } from '../../platform/config.ts'
import { system } from '../../platform/database/db.ts'
import { audit } from '../../platform/security/audit.ts'
import { cosignNewest } from '../../platform/transparency/cosign.ts'
import { verifyFile } from './verify-file.ts'

const { market, client, vendor, both } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  both: 'both',
})

const { platform } = market
let deal: Deal
let other: Deal
let key: VerifierKey
let signNote: (text: string) => string
const archives = { client: new Uint8Array(), vendor: new Uint8Array(), other: new Uint8Array() }
beforeAll(async () => {
  deal = await completed()
  other = await completed()
  archives.client = await download(deal.contractId)
  archives.vendor = await download(deal.contractId, vendor)
  archives.other = await download(other.contractId)
  key = parseVerifierKey((await market.visitor.transparency.status()).logs[0]!.verifierKey)!
  const signer = await platform.db.transaction(system, (tx) => findSigner({ tx, platform }))
  signNote = signer!.sign
})

async function completed(): Promise<Deal> {
  const made = await fundedDeal(client, vendor)
  await integrate()
  await issueFor(market, made.contractId)
  await deliver(market, made.contractId)
  await release(market, client, made.contractId)
  return made
}

const integrate = () => market.app.jobs['transparency.integrate']!({}, {} as never)

const ask = (contractId: string, person?: { token: string }, query = '') =>
  market.fetch(
    `/api/contracts/${contractId}/dossier.zip${query}`,
    person && { headers: { authorization: `Bearer ${person.token}` } },
  )

async function download(contractId: string, person = client, query = ''): Promise<Bytes> {
  await integrate()
  const response = await ask(contractId, person, query)
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

const verify = (archive: Bytes, checkpoints: string[] = []) =>
  verifyDossier(archive, { keys: [key], checkpoints })

describe('the dossier of a completed deal', () => {
  it('proves to both sides what each may see, with sums to the cent', async () => {
    const seen = await Promise.all([verify(archives.client), verify(archives.vendor)])
    expect(seen.map(({ state, findings }) => ({ state, findings }))).toEqual([
      { state: 'valid', findings: [] },
      { state: 'valid', findings: [] },
    ])
    const [ofClient, ofVendor] = seen.map(({ facts }) => facts!)
    expect(ofClient!.sums).toEqual({
      paidInCents: 1_896_250n,
      releasedCents: 1_850_000n,
      refundedCents: 0n,
      returnedCents: 0n,
      feesCents: 46_250n,
      heldCents: 0n,
    })
    expect(ofVendor!.sums).toMatchObject({
      paidInCents: 1_850_000n,
      releasedCents: 1_850_000n,
      feesCents: 0n,
    })
    const typesOf = ({ steps }: typeof ofClient & object) =>
      steps.map(({ payload }) => payload.type)
    const shared = [
      ...['request.posted', 'offer.revised', 'agreement.consented', 'agreement.consented'],
      ...['offer.accepted', 'agreement.drawn', 'escrow.funded'],
      ...['delivery.ready', 'certificate.issued', 'escrow.released', 'delivery.accepted'],
    ]
    expect(typesOf(ofVendor!)).toEqual(shared)
    expect(typesOf(ofClient!)).toEqual([...shared, 'agreement.drawn', 'fee.moved', 'fee.moved'])
    expect(ofClient!.documents.map(({ kind, boundBy }) => `${kind} ${boundBy}`)).toEqual([
      'contract signature',
      'agreement log',
      'fee_annex log',
      'agreement_text log',
      'invoice signature',
      'certificate signed_part',
      'keys signature',
    ])
    expect(ofVendor!.documents.map(({ kind }) => kind)).toContain('statement')
  })

  it('shows the vendor nothing of the fee', async () => {
    const { manifest } = unpack(archives.vendor)
    // A whole number: a hash may have its digits.
    expect(JSON.stringify(manifest)).not.toMatch(/fee_|\b46250\b|\/client/)
    const { facts } = await verify(archives.vendor)
    expect(facts!.certified).toEqual([
      expect.objectContaining({ priceCents: 1_850_000n, heldCents: 1_850_000n, feeCents: null }),
    ])
  })

  it('is the same bytes for the same state', async () => {
    expect(sha256Of(await download(other.contractId))).toBe(
      sha256Of(await download(other.contractId)),
    )
  })

  it('waits for leaves on their way into the log, and lists those that do not arrive', {
    tags: 'long',
  }, async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const asked = ask(contractId, client)
    setTimeout(integrate, 400)
    const arrived = await verify(new Uint8Array(await (await asked).arrayBuffer()))
    expect(arrived.state).toBe('valid')
    await client.api.payments.cancel({ contractId })
    const without = await ask(contractId, client)
    const { state, findings } = await verify(new Uint8Array(await without.arrayBuffer()))
    expect([state, findings]).toEqual([
      'incomplete',
      [
        { id: 'leaf_waiting', place: `${contractId} #3` },
        { id: 'leaf_waiting', place: `${contractId}/client #3` },
      ],
    ])
  })

  it('is for its two parties alone', async () => {
    const staff = await market.staff()
    const stranger = await market.stranger()
    const answers = await Promise.all(
      [both, staff, stranger, undefined].map(async (by) => (await ask(deal.contractId, by)).status),
    )
    expect(answers).toEqual([404, 403, 403, 401])
    expect((await ask('CTR-0', client)).status).toBe(404)
    const refused = await ask(deal.contractId, client, '?since=many')
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'bad_input' }])
  })

  it('names in its certificate the steps that came before it', async () => {
    const parts = unpack(archives.client)
    const jws = Buffer.from(parts.files.get(pathOf(parts, 'certificate'))!).toString()
    const { log } = JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString())
    const [drawn, funded] = chain(parts).leaves
    expect(log).toMatchObject({
      origin: 'semblance.test/log',
      deal: deal.contractId,
      entries: [
        { type: 'agreement.drawn', entry: drawn?.commitment },
        { type: 'escrow.funded', entry: funded?.commitment },
      ],
    })
  })

  it('proves less when the deal is older than the log', async () => {
    const parts = unpack(archives.client)
    parts.manifest.chains = []
    const older = await verify(await pack(parts, signNote))
    expect(older.state).toBe('incomplete')
    expect(new Set(older.findings.map(({ id }) => id))).toEqual(
      new Set(['before_log', 'entry_unproven', 'statement_unproven']),
    )
  })
})

describe('tampering', () => {
  it.each(tamperings)('is found: %s', async (_, change, id, place) => {
    const asForger = unpack(archives.client)
    const other = unpack(archives.other)
    change(asForger, other)
    const forged = await verify(await pack(asForger))
    expect(forged.state).toBe('altered')
    expect(forged.findings).toContainEqual({ id, place: expect.stringMatching(place) })
    // The platform itself can sign the list of contents again, and is found all the same.
    const asPlatform = unpack(archives.client)
    change(asPlatform, other)
    const resigned = await verify(await pack(asPlatform, signNote))
    expect(resigned.state).toBe('altered')
    expect(resigned.findings).toContainEqual({ id, place: expect.stringMatching(place) })
    expect(resigned.findings.map((finding) => finding.id)).not.toContain('manifest_altered')
  })

  it('at the end of a chain is found by the signature, which the platform alone could renew', async () => {
    const parts = unpack(archives.client)
    chain(parts).leaves.pop()
    const { state, findings } = await verify(await pack(parts))
    expect([state, findings.map(({ id }) => id)]).toEqual(['altered', ['manifest_altered']])
  })

  it('by a forger with a key of its own never passes as signed by the log', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
    const own = verifierKeyOf(key.name, raw)
    const signOwn = (text: string) =>
      `${text}\n${signatureLine(own, sign(null, Buffer.from(text), privateKey))}`
    const parts = unpack(archives.client)
    const [log] = parts.manifest.logs
    const resign = (note: string) => signOwn(`${note.split('\n\n')[0]!}\n`)
    log!.verifierKey = own.text
    log!.checkpoint = resign(log!.checkpoint!)
    for (const earlier of log!.history) earlier.checkpoint = resign(earlier.checkpoint)
    const forged = await pack(parts, signOwn)
    const place = key.name
    expect(await verify(forged)).toMatchObject({
      state: 'unknown_key',
      findings: [{ id: 'other_key', place }],
    })
    for (const archive of [forged, archives.client])
      expect(await verifyDossier(archive, { keys: [] })).toMatchObject({
        state: 'unknown_key',
        findings: [{ id: 'no_key_given', place }],
      })
  })

  it('with anything at any place of the list is read without a fault of the verifier', async () => {
    const odd = ['', '0', '-1', 'ä', '9'.repeat(18), 'f'.repeat(64), null, 0, -1, 2 ** 53, [], {}]
    const change = (at: unknown, path: number[], value: unknown): void => {
      const entries = at as Record<string, unknown>
      const keys = Object.keys(entries)
      const [first = 0, ...rest] = path
      const name = keys[first % keys.length]
      if (name === undefined) return
      const inner = entries[name]
      if (rest.length > 0 && typeof inner === 'object' && inner) change(inner, rest, value)
      else if (Array.isArray(at) && value === null) at.splice(Number(name), 1)
      else if (Array.isArray(at) && value === 0) at.push(inner)
      else entries[name] = value
    }
    const changes = fc.tuple(fc.array(fc.nat(20), { maxLength: 6 }), fc.constantFrom(...odd))
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 3 }), async (made) => {
        const parts = unpack(archives.client)
        const before = canonicalJson(parts.manifest)
        for (const [path, value] of made) change(parts.manifest, path, structuredClone(value))
        const { state } = await verify(await pack(parts, signNote))
        if (canonicalJson(parts.manifest) === before) expect(state).toBe('valid')
        else expect(dossierStates).toContain(state)
      }),
      { numRuns: 60 },
    )
  })

  it('with any byte of the list of contents, or of the archive, is refused', async () => {
    const original = unpack(archives.client)
    const text = original.files.get(dossierFiles.manifest)!
    const change = (bytes: Uint8Array, at: number, bit: number) => {
      const changed = Uint8Array.from(bytes)
      changed[at]! ^= 1 << bit
      return changed
    }
    const place = (length: number) => fc.tuple(fc.nat(length - 1), fc.nat(7))
    await fc.assert(
      fc.asyncProperty(place(text.length), async ([at, bit]) => {
        const files = new Map(original.files).set(dossierFiles.manifest, change(text, at, bit))
        const { state } = await verify(await zip(files))
        expect(['altered', 'unreadable', 'unknown_key']).toContain(state)
      }),
      { numRuns: 60 },
    )
    await fc.assert(
      fc.asyncProperty(place(archives.vendor.length), async ([at, bit]) => {
        const { state } = await verify(change(archives.vendor, at, bit))
        expect(['altered', 'unreadable']).toContain(state)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a checkpoint that was kept', () => {
  const heads = async () => {
    const response = await market.fetch('/log/checkpoint')
    const note = await response.text()
    return { note, ...parseCheckpoint(`${note.split('\n\n')[0]!}\n`)! }
  }

  it('that is newer than the dossier is told from the newest', { tags: 'long' }, async () => {
    const grow = async () => {
      await platform.db.transaction(system, (tx) =>
        audit(tx, { actor: 'system', action: 'banking.save', object: 'test:1' }),
      )
      await integrate()
    }
    await grow()
    const archive = await download(other.contractId)
    const before = await heads()
    await grow()
    const after = await heads()
    expect(after.size).toBe(before.size + 1)
    expect(await verify(archive, [before.note])).toMatchObject({ state: 'valid' })
    expect(await verify(archive, [after.note])).toEqual({
      state: 'incomplete',
      findings: [{ id: 'checkpoint_older', place: `${key.name} ${after.size}` }],
      facts: expect.anything(),
    })
    const newer = await download(other.contractId)
    expect((await verify(newer, [after.note])).state).toBe('valid')
    expect(await verify(newer, [before.note])).toMatchObject({
      state: 'incomplete',
      findings: [{ id: 'checkpoint_not_compared', place: `${key.name} ${before.size}` }],
    })
    const since = await download(other.contractId, client, `?since=${before.size}`)
    expect((await verify(since, [before.note, after.note])).state).toBe('valid')
  })

  it('with another tree of the same size shows that the log was forked', async () => {
    const { size, origin } = await heads()
    const archive = await download(other.contractId)
    const forked = signNote(checkpointText({ origin, size, root: new Uint8Array(32) }))
    expect(await verify(archive, [forked])).toMatchObject({
      state: 'altered',
      findings: [{ id: 'history_forked', place: `${origin} ${size}` }],
    })
    expect(await verify(archive, [forked.replace('AAAA', 'BBBB')])).toMatchObject({
      state: 'incomplete',
      findings: [{ id: 'checkpoint_unusable', place: origin }],
    })
  })
})

it('a checkpoint that witnesses have cosigned names those whose keys are given', async () => {
  const witness = await startWitness('witness.test/w', key.text)
  onTestFinished(witness.close)
  const { list } = readConfig({ LOG_WITNESSES: witness.setting }).witnesses
  const archive = () => download(other.contractId)
  const given = { keys: [key], witnesses: [list[0]!.key] }
  const cosignersOf = async () =>
    (await verifyDossier(await archive(), given)).facts!.logs.map(({ cosignedBy }) => cosignedBy)
  expect(await cosignersOf()).toEqual([[]])
  expect(await cosignNewest({ db: platform.db, onWitness: async () => {} }, list[0]!)).toBe('done')
  expect(await cosignersOf()).toEqual([['witness.test/w']])
  const path = join(platform.config.dataDir, 'cosigned.zip')
  writeFileSync(path, await archive())
  const { code, lines } = await verifyFile([
    ...[path, '--key', key.text, '--witness', witness.verifierKey],
  ])
  expect([code, lines.find((line) => line.startsWith('Log '))]).toEqual([
    0,
    expect.stringMatching(/, cosigned by witness\.test\/w\.$/),
  ])
})

describe('the command', () => {
  it('says what it found, and ends with a code for the shell', async () => {
    const dir = platform.config.dataDir
    const [path, keyPath, forged] = ['deal.zip', 'key', 'forged.zip'].map((name) => join(dir, name))
    const parts = unpack(archives.client)
    parts.manifest.entries[0]!.kind = 'release'
    writeFileSync(path!, archives.client)
    writeFileSync(forged!, await pack(parts))
    writeFileSync(keyPath!, `${key.text}\n`)
    const valid = await verifyFile([path!, '--key', keyPath!])
    expect(valid.code).toBe(0)
    expect(valid.lines.join('\n')).toMatch(/^Valid\. /)
    expect(valid.lines).toContain(
      '$18,962.50 paid in = $18,500.00 released + $0.00 refunded + $0.00 returned + $462.50 fees + $0.00 held.',
    )
    expect(valid.lines.find((line) => line.startsWith('Certificate '))).toMatch(
      /issued: an agreed price of \$18,500\.00, \$18,500\.00 in escrow, an agreed fee of \$462\.50\.$/,
    )
    const untold = await verifyFile([path!])
    expect([untold.code, untold.lines[0]]).toEqual([
      3,
      expect.stringMatching(/^Cannot tell who signed/),
    ])
    const found = await verifyFile([forged!, '--key', key.text])
    expect([found.code, found.lines[1]]).toEqual([1, expect.stringMatching(/^dossier\.json: /)])
    for (const args of [[], ['missing.zip'], [path!, '--key', path!], [path!, '--until', '3']])
      expect(await verifyFile(args)).toMatchObject({ code: 3, lines: [expect.any(String)] })
  })
})
