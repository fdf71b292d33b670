/** Applicants' documents: by a link until the decision, read by staff alone, sealed, and destroyed in time. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { type ObjectStore, startObjectStore } from '../../../testing/fakes/object-store.ts'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import { type Market, openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'
import { receiptToken } from './links.ts'

let store: ObjectStore
let market: Market
let staff: Awaited<ReturnType<Market['staff']>>
beforeAll(async () => {
  store = await startObjectStore()
  market = await openTestMarket({ s3: store.settings })
  staff = await market.staff()
})
afterAll(async () => {
  await market.close()
  store.close()
})

const rows = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

let id: string
let token: string
beforeEach(async () => {
  ;({ id, token } = await apply())
})

async function apply() {
  const [row] = await rows(`
    insert into business_applications (business_name, business_email, business_address, city, country, industry,
      business_description, contact_person)
    values ('Applicant', 'a@applicant.test', 'Street', 'Oslo', 'other', 'retail', 'D', 'P') returning id`)
  return { id: row.id as string, token: receiptToken(market.platform, row.id) }
}

const pdf = (text = 'register extract') => Buffer.from(`%PDF-1.7\n${text}`)

type Sent = {
  body?: string | Uint8Array<ArrayBuffer>
  fileName?: string
  link?: string
  headers?: Record<string, string>
}
const send = ({ body = pdf(), fileName = 'a.pdf', link = token, headers = {} }: Sent = {}) =>
  market.fetch(`/api/applications/documents?fileName=${encodeURIComponent(fileName)}`, {
    method: 'POST',
    headers: { 'application-link': link, ...headers },
    body,
  })

const answerOf = async (sending: Promise<Response>) => {
  const answer = await sending
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}
const added = async (sent: Sent = {}) => {
  const answer = await send(sent)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}
const listed = async (link = token) =>
  (await market.visitor.applications.documents({ token: link })).documents
const open = async (documentId: string) => {
  const { url } = await staff.api.applications.openDocument({ documentId })
  return await market.fetch(new URL(url).pathname)
}

describe('a document of an applicant', () => {
  it('is opened by staff alone, only as a download, in the clear nowhere, and each opening is recorded', async () => {
    const content = pdf(randomBytes(16).toString('hex'))
    const documentId = await added({ body: content, fileName: '../../etc/Register\u202e “ä”.pdf' })
    expect(await listed()).toMatchObject([{ id: documentId, fileName: 'Register “ä”.pdf' }])
    const { documents } = await staff.api.applications.get({ id })
    expect(documents).toMatchObject([{ id: documentId, bytes: content.length }])
    const answer = await open(documentId)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Register/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    for (const stored of store.contents()) expect(stored.includes(content.subarray(9))).toBe(false)
    expect(
      await rows(
        `select detail from app.audit_log where action = 'application.open_document'
        and object = 'application:' || $1`,
        [id],
      ),
    ).toEqual([{ detail: { document: documentId } }])
    const member = await market.member('both')
    await expectRefusal(member.api.applications.openDocument({ documentId }), 'not_permitted')
    await expectRefusal(
      market.visitor.applications.openDocument({ documentId }),
      'sign_in_required',
    )
  })

  it('is refused where its content is not what its name says, or there is none, or too much', async () => {
    const html = '<html><script>alert(1)</script>'
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    for (const sent of [
      { body: html },
      { body: svg, fileName: 'a.png' },
      { body: svg, fileName: 'a.svg' },
      { body: '' },
      { body: '%PD' },
      { fileName: 'a.jpg' },
      { fileName: '' },
      { fileName: 'a.pdf.exe' },
    ])
      expect(await answerOf(send(sent))).toEqual([400, 'bad_input'])
    const headers = { 'content-length': String(100 * 1024 ** 2) }
    expect(await answerOf(send({ headers }))).toEqual([413, 'too_large'])
    const body = Buffer.concat([pdf(), Buffer.alloc(10 * 1024 ** 2)])
    expect(await answerOf(send({ body }))).toEqual([413, 'too_large'])
    expect(await listed()).toEqual([])
    const [{ count }] = await rows('select count(*)::integer as count from app.documents')
    expect(new Set(store.keys().map((key) => key.split('/')[0])).size).toBe(count)
  })

  it('comes by a link of its own application, until the decision', async () => {
    const documentId = await added()
    const other = await apply()
    for (const link of ['', 'x'.repeat(43), token.slice(1)])
      expect(await answerOf(send({ link }))).toEqual([409, 'application_link_closed'])
    const remove = (link: string) =>
      market.visitor.applications.removeDocument({ token: link, documentId })
    await expectRefusal(remove(other.token), 'not_found')
    expect(await listed(other.token)).toEqual([])
    await staff.api.applications.decline({ id, reason: 'No' })
    expect(await answerOf(send())).toEqual([409, 'application_decided'])
    await expectRefusal(remove(token), 'application_decided')
    expect(await market.visitor.applications.documents({ token })).toMatchObject({
      documents: [{ id: documentId }],
      isOpen: false,
    })
  })

  it('comes by the link of a question that asks for it, until the answer', async () => {
    const question = 'May you sign?'
    await staff.api.applications.ask({ id, question, asksDocument: true })
    const [mail] = await rows(`select text_body from app.mails where subject like 'A question%'
      order by id desc limit 1`)
    expect(mail.text_body).toContain('Please add the document')
    const link = /application-question#(\S+)/.exec(mail.text_body)?.[1] ?? ''
    expect(await market.visitor.applications.question({ token: link })).toMatchObject({
      question,
      asksDocument: true,
    })
    await added({ link })
    await market.visitor.applications.answer({ token: link, answer: 'See the letter.' })
    expect(await answerOf(send({ link }))).toEqual([409, 'application_link_closed'])
    expect(await listed()).toHaveLength(1)
  })

  it('is one of ten, of however many that come at once', { tags: 'long' }, async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerOf(send())))
    expect(answers.filter(([status]) => status === 201)).toHaveLength(10)
    expect(new Set(answers.map(([, code]) => code))).toEqual(new Set([undefined, 'documents_full']))
    expect(await listed()).toHaveLength(10)
  })

  it('is one of so many a day, with those that were removed again', { tags: 'long' }, async () => {
    await added()
    await rows(`update auth.rate_limits set tokens = 1 where key = 'applicantDocument:' || $1`, [
      id,
    ])
    const documentId = await added()
    await market.visitor.applications.removeDocument({ token, documentId })
    expect(await answerOf(send())).toEqual([429, 'too_many_requests'])
    expect(await listed()).toHaveLength(1)
    expect((await send({ link: (await apply()).token })).status).toBe(201)
  })

  it('is refused while the store is away, which leaves nothing half', async () => {
    const before = store.keys().length
    store.failWith(503)
    expect(await answerOf(send())).toEqual([503, 'storage_unavailable'])
    store.failWith(null)
    expect(await listed()).toEqual([])
    expect(store.keys()).toHaveLength(before)
  })

  it('is destroyed with its key when the applicant removes it', async () => {
    const documentId = await added()
    const { url } = await staff.api.applications.openDocument({ documentId })
    const [kept] = await rows('select blob_id, key_id from app.documents where id = $1', [
      documentId,
    ])
    await market.visitor.applications.removeDocument({ token, documentId })
    expect((await market.fetch(new URL(url).pathname)).status).toBe(404)
    await expectDestroyed(kept)
  })

  async function sent() {
    const documentId = await added()
    const [kept] = await rows('select blob_id, key_id from app.documents where id = $1', [
      documentId,
    ])
    return { documentId, kept }
  }
  async function pass(days: number) {
    await rows(
      `update app.documents set destroy_after = destroy_after - make_interval(days => $2) where application_id = $1`,
      [id, days],
    )
    await market.app.jobs['document.expire']?.({}, {
      signal: new AbortController().signal,
    } as never)
  }

  it('is destroyed 90 days after its application was declined, and not before', async () => {
    const { documentId, kept } = await sent()
    await staff.api.applications.decline({ id, reason: 'No' })
    await pass(89)
    expect((await open(documentId)).status).toBe(200)
    await pass(1)
    await expectDestroyed(kept)
  })

  it('is kept for 90 days after a decline, however late that came', async () => {
    const { documentId, kept } = await sent()
    await pass(179)
    await staff.api.applications.decline({ id, reason: 'No' })
    await pass(89)
    expect((await open(documentId)).status).toBe(200)
    await pass(1)
    await expectDestroyed(kept)
  })

  it('is destroyed 180 days after the last document, question or answer of an undecided application', async () => {
    const { documentId, kept } = await sent()
    await pass(179)
    await added()
    await pass(179)
    await staff.api.applications.ask({ id, question: 'Still there?', asksDocument: false })
    await pass(179)
    expect((await open(documentId)).status).toBe(200)
    expect(await listed()).toHaveLength(2)
    await pass(1)
    await expectDestroyed(kept)
    expect(await listed()).toEqual([])
  })

  it('is kept without an end once its application is approved', async () => {
    const { documentId } = await sent()
    await staff.api.applications.approve({ id, roles: ['client'] })
    await pass(10_000)
    expect((await open(documentId)).status).toBe(200)
  })
})

async function expectDestroyed(kept: { blob_id: string; key_id: string }): Promise<void> {
  await runJobs(market, { 'blob.erase': market.app.jobs['blob.erase']! })
  expect(store.keys().filter((key) => key.startsWith(kept.blob_id))).toEqual([])
  expect(await rows('select wrapped_key from app.blob_keys where id = $1', [kept.key_id])).toEqual([
    { wrapped_key: null },
  ])
}
