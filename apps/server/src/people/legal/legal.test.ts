/** Tests that acceptances are checked and stored, and who may see them. */
import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { legalDocuments } from '@semblance/contract'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { actionsOn } from '../../../testing/fixtures/audit-log.ts'
import {
  agree,
  bankAccount,
  expectRefusal,
  expectRefusals,
  postDpr,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  PASSWORD,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { templateDir } from './documents.ts'

const secret = randomBytes(32)
const market = await openTestMarket({}, { secret })
afterAll(() => market.close())

/** A version that was never in force. */
const stale = 'f'.repeat(64)

const offerOn = (dprId: string) => ({
  dprId,
  priceCents: 1_850_000n,
  timelineDays: 10,
  minAccuracyPercent: null,
  description: 'Our own loyalty panel.',
})

const rowsOf = ({ platform }: Market, userId: string) =>
  platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('legal_acceptances')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('at')
      .orderBy('document')
      .execute(),
  )

describe('the documents', () => {
  it('are listed with the SHA-256 of the text that anyone reads, without an account', async () => {
    const documents = (await market.visitor.legal.list({})).items
    expect(documents.map(({ document }) => document)).toEqual(legalDocuments)
    for (const { document, version, title } of documents) {
      const { text, isInForce } = await market.visitor.legal.get({ document })
      expect(createHash('sha256').update(text).digest('hex')).toBe(version)
      expect(isInForce).toBe(true)
      expect(text).toMatch(`# ${title}\n`)
      const file = await market.fetch(`/api/legal/${document}.md`)
      expect(file.headers.get('content-type')).toMatch('text/markdown')
      expect(await file.text()).toBe(text)
    }
  })

  it('are not found under another name or version, whatever it is', async () => {
    await expectRefusals(
      [
        market.visitor.legal.get({ document: 'cookies' }),
        market.visitor.legal.get({ document: 'terms', version: stale }),
        market.visitor.legal.get({ document: 'terms', version: "'" }),
      ],
      'not_found',
    )
    expect((await market.fetch('/api/legal/cookies.md')).status).toBe(404)
    expect((await market.fetch(`/api/legal/terms/${stale}.md`)).status).toBe(404)
  })

  it('stay readable in the version before, which is marked, and is accepted no more', {
    tags: 'long',
  }, async () => {
    const client = await market.member('client')
    const vendor = await market.member('vendor')
    const { offerId } = await agree(client, vendor)
    const before = await market.visitor.legal.get({ document: 'terms' })
    const later = await openTestMarket(
      { legal: { ...market.platform.config.legal, name: 'Semblance GmbH' } },
      { db: market.platform.db, secret },
    )
    onTestFinished(() => later.app.close())
    const now = await later.visitor.legal.get({ document: 'terms' })
    expect(now.text).toContain('Semblance GmbH')
    expect(now.versions.map(({ version }) => version)).toEqual([now.version, before.version])
    const old = await later.visitor.legal.get({ document: 'terms', version: before.version })
    expect(old).toMatchObject({ text: before.text, isInForce: false })
    expect(await (await later.fetch(`/api/legal/terms/${before.version}.md`)).text()).toBe(
      before.text,
    )

    const api = later.apiFor(client.token)
    const pay = { offerId, bankAccount }
    await expectRefusal(api.payments.fund({ ...pay, accepted: client.accepted }), 'legal_outdated')
    expect(await rowsOf(market, client.userId)).toEqual([])
    expect((await api.payments.checkout({ offerId })).payment).toBeNull()
    // Reading goes on.
    expect((await api.contracts.list({ side: 'client' })).items).toHaveLength(1)
    const inForce = (await api.legal.list({})).items
    const accepted = Object.fromEntries(inForce.map((each) => [each.document, each.version]))
    await api.payments.fund({ ...pay, accepted })
    expect((await rowsOf(market, client.userId)).map(({ version }) => version)).toContain(
      now.version,
    )
  })
})

describe('an offer', () => {
  it.each([
    [{}, 'legal_not_accepted', 'accepted.terms'],
    [{ dpa: undefined }, 'legal_not_accepted', 'accepted.dpa'],
    [{ license: stale }, 'legal_outdated', 'accepted.license'],
  ])(
    'that accepts %j is refused by the name of the field, and changes nothing',
    async (changes, code, field) => {
      const client = await market.member('client')
      const vendor = await market.member('vendor')
      const dprId = await postDpr(client)
      const accepted = Object.keys(changes).length === 0 ? {} : { ...vendor.accepted, ...changes }
      await expect(vendor.api.offers.submit({ ...offerOn(dprId), accepted })).rejects.toMatchObject(
        {
          code,
          status: code === 'legal_outdated' ? 409 : 422,
          data: { field },
        },
      )
      expect((await vendor.api.offers.listSent({})).items).toEqual([])
      expect(await rowsOf(market, vendor.userId)).toEqual([])
    },
  )

  it('that names no version at all is bad input', async () => {
    const vendor = await market.member('vendor')
    const accepted = { terms: 'yes' }
    await expect(vendor.api.offers.submit({ ...offerOn('DPR-1'), accepted })).rejects.toMatchObject(
      { code: 'bad_input', data: { field: 'accepted.terms' } },
    )
  })

  it('stores what the vendor accepted, when, where and for what, and logs it', async () => {
    const client = await market.member('client')
    const vendor = await market.member('vendor')
    const dprId = await postDpr(client)
    const { id } = await vendor.api.offers.submit({
      ...offerOn(dprId),
      accepted: vendor.accepted,
    })
    const rows = await rowsOf(market, vendor.userId)
    expect(rows.map(({ document }) => document)).toEqual(['dpa', 'license', 'terms'])
    for (const row of rows)
      expect(row).toMatchObject({
        organization: vendor.organization.id,
        version: vendor.accepted[row.document as 'terms'],
        act: 'offer',
        object: id,
        session_id: expect.any(String),
        aal: 'aal1',
        address: '127.0.0.1',
      })
    expect(await actionsOn(market, `offer:${id}`)).toEqual(['legal.accept', 'offer.submit'])
  })
})

describe('a payment', () => {
  it('stores what the client accepted, for its contract', async () => {
    const client = await market.member('client')
    const { offerId, contractId } = await agree(client, await market.member('vendor'))
    const { terms } = client.accepted
    await expect(
      client.api.payments.fund({ offerId, bankAccount, accepted: { terms } }),
    ).rejects.toMatchObject({ code: 'legal_not_accepted', data: { field: 'accepted.license' } })
    await client.api.payments.fund({ offerId, bankAccount, accepted: client.accepted })
    const rows = await rowsOf(market, client.userId)
    expect(rows.map(({ document, act, object }) => [document, act, object])).toEqual([
      ['license', 'checkout', contractId],
      ['terms', 'checkout', contractId],
    ])
  })
})

describe('a sign-up', () => {
  const signUp = async (email: string, accepted: unknown, organization = '') =>
    await market.supabase.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: 'Tilda', organization_id: organization, accepted } },
    })
  const pick = ({ terms, privacy }: Person['accepted']) => ({ terms, privacy })

  it('stores what its box accepted; an administrator sees it once the person is admitted', async () => {
    const admin = await market.colleague(await market.member('client'), 'administrator')
    const { organizationId } = admin.organization
    const { data } = await signUp('tilda@people.test', pick(admin.accepted), organizationId)
    const userId = data.user!.id
    expect(await rowsOf(market, userId)).toMatchObject([
      { document: 'privacy', act: 'sign_up', organization: null, session_id: null, aal: null },
      { document: 'terms', act: 'sign_up', organization: null, object: null },
    ])
    const listed = () => admin.api.legal.listOfOrganization({})
    expect((await listed()).items).toEqual([])
    await market.platform.db.pool.query(
      'update auth.users set email_confirmed_at = now() where id = $1',
      [userId],
    )
    await admin.api.organizations.approveRequest({ id: userId })
    expect((await listed()).items).toMatchObject([
      { person: 'Tilda', act: 'sign_up' },
      { person: 'Tilda', act: 'sign_up' },
    ])
  })

  it('is refused with versions that are not in force, and makes no account', async () => {
    const person = await market.stranger()
    const { error } = await signUp('late@people.test', { ...pick(person.accepted), terms: stale })
    expect(error).toMatchObject({ code: 'legal_outdated', status: 409 })
    const { error: missing } = await signUp('late@people.test', { terms: person.accepted.terms })
    expect(missing).toMatchObject({ code: 'legal_not_accepted', status: 422 })
    expect((await signUp('late@people.test', 'everything')).error).toMatchObject({
      code: 'bad_input',
    })
    expect((await signUp('late@people.test', pick(person.accepted))).data.user).not.toBeNull()
  })

  it('without them, as the protocol allows, is asked after the first sign-in', async () => {
    const person = await market.stranger()
    expect((await person.api.organizations.viewer()).legalDue).toEqual(['terms', 'privacy'])
    const { terms, privacy } = person.accepted
    await expect(person.api.legal.accept({ accepted: { terms } })).rejects.toMatchObject({
      code: 'legal_not_accepted',
      data: { field: 'accepted.privacy' },
    })
    await person.api.legal.accept({ accepted: { terms, privacy } })
    expect((await person.api.organizations.viewer()).legalDue).toEqual([])
    expect((await person.api.legal.listOwn({})).items).toMatchObject([
      { act: 'arrival', object: null, hadSecondFactor: false, address: '127.0.0.1' },
      { act: 'arrival' },
    ])
  })

  it('of others accepts nothing: an invitation says nothing about its guest', async () => {
    const admin = await market.colleague(await market.member('client'), 'administrator')
    await market.app.auth.ctx.db.transaction(system, (tx) =>
      market.app.auth.sendInvite(tx, {
        email: 'guest@people.test',
        metadata: { accepted: pick(admin.accepted) },
      }),
    )
    const stored = await market.platform.db.pool.query(
      `select from legal_acceptances a join auth.users u on u.id = a.user_id where u.email = 'guest@people.test'`,
    )
    expect(stored.rowCount).toBe(0)
  })

  it('asks nobody of the staff, who work for the operator', async () => {
    const staff = await market.staff()
    expect((await staff.api.organizations.viewer()).legalDue).toEqual([])
  })
})

describe('what was accepted', () => {
  it('is read page by page by the person and the administrator, and by no other', async () => {
    const member = await market.member('vendor')
    const admin = await market.colleague(member, 'administrator')
    const other = await market.colleague(await market.member('vendor'), 'administrator')
    await member.api.legal.accept({ accepted: member.accepted })
    await admin.api.legal.accept({ accepted: admin.accepted })
    const first = await admin.api.legal.listOfOrganization({ limit: 3 })
    expect(first.items).toHaveLength(3)
    const second = await admin.api.legal.listOfOrganization({
      limit: 3,
      cursor: first.nextCursor!,
    })
    expect(second.items).toHaveLength(1)
    expect(second.nextCursor).toBeNull()
    expect((await member.api.legal.listOwn({})).items).toHaveLength(2)
    expect((await other.api.legal.listOfOrganization({})).items).toEqual([])
    expect((await other.api.legal.listOwn({})).items).toEqual([])
    await expectRefusals([member.api.legal.listOfOrganization({})], 'not_permitted')
    await expectRefusals(
      [
        market.visitor.legal.listOfOrganization({}),
        market.visitor.legal.listOwn({}),
        market.visitor.legal.accept({ accepted: member.accepted }),
      ],
      'sign_in_required',
    )
  })

  it('is in the export of a person’s data, and loses the person with the account', async () => {
    const member = await market.member('vendor')
    const admin = await market.colleague(member, 'administrator')
    await member.api.legal.accept({ accepted: member.accepted })
    const { legalAcceptances } = await member.api.settings.exportData()
    expect(legalAcceptances).toMatchObject([{ act: 'arrival' }, { act: 'arrival' }])
    await member.api.settings.deleteAccount({ email: member.email })
    expect((await admin.api.legal.listOfOrganization({})).items).toMatchObject([
      { person: null, address: null, document: expect.any(String) },
      { person: null, address: null },
    ])
    const kept = await market.platform.db.pool.query(
      'select from legal_acceptances where organization = $1 and (user_id, session_id, address) is not null',
      [member.organization.id],
    )
    expect(kept.rowCount).toBe(0)
  })
})

describe('a directory of the operator’s own texts', () => {
  const directory = () => {
    const dir = mkdtempSync(join(tmpdir(), 'semblance-legal-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    for (const document of legalDocuments) {
      mkdirSync(join(dir, document))
      const [file] = readdirSync(join(templateDir, document))
      copyFileSync(join(templateDir, document, file!), join(dir, document, file!))
    }
    return dir
  }
  const opened = async (dir: string) => {
    const config = { legal: { ...market.platform.config.legal, dir } }
    const later = await openTestMarket(config, { db: market.platform.db, secret })
    onTestFinished(() => later.app.close())
    return later
  }

  it('replaces the templates by its newest', async () => {
    const dir = directory()
    writeFileSync(join(dir, 'terms', '2027-01-01.md'), '# Terms\n\nOurs at {{url}}.\n')
    const { visitor } = await opened(dir)
    expect(await visitor.legal.get({ document: 'terms' })).toMatchObject({
      text: '# Terms\n\nOurs at http://semblance.test.\n',
      dated: '2027-01-01',
    })
  })

  it('that lacks a document or has a placeholder that means nothing stops the start, by its name', async () => {
    const unknown = directory()
    writeFileSync(join(unknown, 'dpa', '2027-01-01.md'), '{{fax}}')
    await expect(opened(unknown)).rejects.toThrow(/LEGAL_DIR: dpa\/2027-01-01.md has {{fax}}/)
    const lacking = directory()
    rmSync(join(lacking, 'license'), { recursive: true })
    await expect(opened(lacking)).rejects.toThrow(/LEGAL_DIR: .*license has no file/)
  })
})
