import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Attachment, MAX_ATTACHMENT_BYTES } from '@semblance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { expectRefusal, race } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { startTalk, type Talk } from '../../../testing/fixtures/negotiation-fixtures.ts'

let market: Market
let client: Person
let vendor: Person
let stranger: Person
let talk: Talk
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  stranger = await market.member('both')
  talk = await startTalk(client, vendor)
})
afterAll(() => market.close())

const CONTENT = 'customer,basket\n1,42.50\n'

type Upload = {
  fileName?: string
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream | null
  headers?: Record<string, string>
}

async function upload(
  person: Pick<Person, 'token'> | null,
  conversationId: string,
  { fileName = 'schema.csv', body = CONTENT, headers = {} }: Upload = {},
): Promise<Response> {
  const name = encodeURIComponent(fileName)
  return await market.fetch(`/api/conversations/${conversationId}/attachments?fileName=${name}`, {
    method: 'POST',
    headers: { ...(person && { authorization: `Bearer ${person.token}` }), ...headers },
    body,
    duplex: 'half',
  } as RequestInit)
}

async function attach(person: Person, conversationId: string, more?: Upload): Promise<string> {
  const response = await upload(person, conversationId, more)
  expect(response.status).toBe(201)
  return ((await response.json()) as Attachment).id
}

const send = (person: Person, conversationId: string, attachmentIds: string[], body = '') =>
  person.api.negotiation.send({ conversationId, body, attachmentIds })

/** Lists the blobs that are stored. */
const stored = () => {
  const path = join(market.platform.config.dataDir, 'blobs')
  return existsSync(path) ? readdirSync(path) : []
}

async function blobOf(attachmentId: string): Promise<string> {
  const { rows } = await market.platform.db.pool.query(
    'select blob_id from message_attachments where id = $1',
    [attachmentId],
  )
  return rows[0].blob_id
}

async function expectCode(response: Response, status: number, code: string): Promise<void> {
  expect([response.status, await response.json()]).toEqual([
    status,
    expect.objectContaining({ code }),
  ])
}

async function follow(person: Person, attachmentId: string, init?: RequestInit) {
  const { url } = await person.api.negotiation.attachmentLink({ attachmentId })
  return await market.fetch(url.replace(market.platform.config.publicUrl, ''), init)
}

const expire = ({ app }: Market) => app.jobs['attachment.expire']!({}, {} as never)

describe('an attachment', () => {
  it('goes with a message, and comes back whole to either party', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const response = await upload(client, conversationId)
    const file = (await response.json()) as Attachment
    expect([response.status, file]).toEqual([
      201,
      { id: expect.any(String), fileName: 'schema.csv', bytes: CONTENT.length },
    ])
    expect(await send(client, conversationId, [file.id])).toMatchObject({
      body: '',
      attachments: [file],
    })
    const { items } = await vendor.api.negotiation.messages({ conversationId })
    expect(items[0]!.attachments).toEqual([file])
    const listed = await vendor.api.negotiation.list({ side: 'vendor' })
    expect(listed.items[0]!.lastMessage).toBe('schema.csv')
    for (const party of [client, vendor]) {
      const answer = await follow(party, file.id, { headers: { 'accept-encoding': 'gzip' } })
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': String(CONTENT.length),
        'content-disposition': `attachment; filename="schema.csv"; filename*=UTF-8''schema.csv`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store, no-transform',
      })
      expect(await answer.text()).toBe(CONTENT)
    }
    const head = await follow(vendor, file.id, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('keeps no more of its name than is safe', async () => {
    const { conversationId } = talk
    for (const [fileName, kept] of [
      ['../../etc/passwd.txt', 'passwd.txt'],
      ['C:\\Users\\x\\plan.PDF', 'plan.PDF'],
      ['a"b<c>\r\nSet-Cookie: x=1.csv', 'a_b_c_Set-Cookie_ x=1.csv'],
      ['Übersicht – März.xlsx', 'Übersicht – März.xlsx'],
    ] as const) {
      const file = (await (await upload(client, conversationId, { fileName })).json()) as Attachment
      expect(file.fileName).toBe(kept)
      const disposition = (await follow(client, file.id)).headers.get('content-disposition')!
      expect(disposition).toMatch(/^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[^"\s]*$/)
    }
  })

  it.each(['page.html', 'run.exe', 'image.svg', 'csv', '.csv', '', 'data.csv.js'])(
    'cannot be called %j',
    async (fileName) => {
      const before = stored().length
      await expectCode(await upload(client, talk.conversationId, { fileName }), 400, 'bad_input')
      expect(stored()).toHaveLength(before)
    },
  )

  it('is neither empty nor larger than the limit, and leaves nothing where it is', async () => {
    const { conversationId } = talk
    const before = stored().length
    const oversized = () => {
      let sent = 0
      return new ReadableStream({
        pull(controller) {
          sent += 1024 ** 2
          controller.enqueue(new Uint8Array(1024 ** 2))
          if (sent > 10 * MAX_ATTACHMENT_BYTES) controller.error(new Error('read beyond the limit'))
        },
      })
    }
    await expectCode(await upload(client, conversationId, { body: oversized() }), 413, 'too_large')
    const headers = { 'content-length': String(MAX_ATTACHMENT_BYTES + 1) }
    await expectCode(await upload(client, conversationId, { headers }), 413, 'too_large')
    await expectCode(await upload(client, conversationId, { body: '' }), 400, 'bad_input')
    await expectCode(await upload(client, conversationId, { body: null }), 400, 'bad_input')
    expect(stored()).toHaveLength(before)
  })

  it('may have exactly the limit', { tags: 'long' }, async () => {
    const body = new Uint8Array(MAX_ATTACHMENT_BYTES).fill(7)
    const id = await attach(client, talk.conversationId, { body })
    const hash = createHash('sha256').update(body).digest('hex')
    const { rows } = await market.platform.db.pool.query(
      'select sha256 from message_attachments where id = $1',
      [id],
    )
    expect(rows[0].sha256).toBe(hash)
  })

  it('that broke off in the middle leaves nothing', async () => {
    const before = stored().length
    let chunks = 0
    const body = new ReadableStream({
      pull(controller) {
        if (chunks++ < 3) controller.enqueue(new Uint8Array(1024))
        else controller.error(new Error('the line is gone'))
      },
    })
    await expectCode(await upload(client, talk.conversationId, { body }), 409, 'upload_incomplete')
    expect(stored()).toHaveLength(before)
  })

  it('is put up by a party alone', async () => {
    const { conversationId } = talk
    const before = stored().length
    const waiting = await market.colleague(client, 'pending')
    await expectCode(await upload(stranger, conversationId), 404, 'not_found')
    await expectCode(await upload(client, crypto.randomUUID()), 404, 'not_found')
    await expectCode(await upload(client, 'nonsense'), 404, 'not_found')
    await expectCode(await upload(waiting, conversationId), 403, 'membership_pending')
    await expectCode(await upload(null, conversationId), 401, 'sign_in_required')
    await expectCode(await upload({ token: 'forged' }, conversationId), 401, 'session_ended')
    expect(stored()).toHaveLength(before)
  })

  it("is its sender's alone until it is sent", async () => {
    const { conversationId } = await startTalk(client, vendor)
    const attachmentId = await attach(client, conversationId)
    const colleague = await market.colleague(client, 'member')
    const link = (person: Pick<Person, 'api'>) =>
      person.api.negotiation.attachmentLink({ attachmentId })
    for (const person of [vendor, colleague, stranger, { api: market.visitor }])
      await expectRefusal(link(person), 'not_found')
    await link(client)
    for (const person of [vendor, colleague])
      await expectRefusal(send(person, conversationId, [attachmentId]), 'bad_input')
    await send(client, conversationId, [attachmentId])
    await link(vendor)
    await link(colleague)
    for (const person of [stranger, { api: market.visitor }])
      await expectRefusal(link(person), 'not_found')
  })

  it('is sent once, in its own conversation, and nothing of a refused message stays', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const other = await startTalk(client, vendor)
    const id = await attach(client, conversationId)
    await expect(send(client, other.conversationId, [id], 'Here')).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'attachmentIds' },
    })
    await expectRefusal(send(client, conversationId, [id, crypto.randomUUID()]), 'bad_input')
    const { wins, codes } = await race(8, () => send(client, conversationId, [id, id]))
    expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['bad_input']) })
    const { items } = await vendor.api.negotiation.messages({ conversationId })
    expect(items.map(({ attachments }) => attachments.length)).toEqual([1])
    expect((await vendor.api.negotiation.get({ conversationId })).unreadCount).toBe(1)
  })
})

describe('attachments', () => {
  it('stand in the order in which they were put up', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push(await attach(client, conversationId))
    const message = await send(client, conversationId, [...ids].reverse())
    expect(message.attachments.map(({ id }) => id)).toEqual(ids)
  })
})

describe('links', () => {
  it('are good for nothing else and no longer than they say', async () => {
    const id = await attach(client, talk.conversationId)
    const { url } = await client.api.negotiation.attachmentLink({ attachmentId: id })
    const token = url.split('/').at(-1)!
    await expectCode(await market.fetch(`/api/downloads/${token}`), 404, 'not_found')
    await expectCode(await market.fetch('/api/downloads/attachments/nonsense'), 404, 'not_found')
  })
})

describe('what is never sent', () => {
  it('is removed after a day, and what was sent is kept', { tags: 'long' }, async () => {
    const { conversationId } = await startTalk(client, vendor)
    const [sent, stale, fresh] = [
      await attach(client, conversationId),
      await attach(client, conversationId),
      await attach(client, conversationId),
    ]
    const blobs = [await blobOf(sent), await blobOf(stale), await blobOf(fresh)]
    await send(client, conversationId, [sent])
    await market.platform.db.pool.query(
      `update message_attachments set created_at = now() - interval '25 hours' where id = any ($1)`,
      [[sent, stale]],
    )
    await expire(market)
    await runJobs(market, { 'blob.erase': market.app.jobs['blob.erase']! })
    expect(blobs.map((id) => stored().includes(id))).toEqual([true, false, true])
    await expectRefusal(send(client, conversationId, [stale]), 'bad_input')
    await send(client, conversationId, [fresh])
    expect(await (await follow(vendor, sent)).text()).toBe(CONTENT)
  })

  it('is at most thirty files a person', { tags: 'long' }, async () => {
    const buyer = await market.member('client')
    const { conversationId } = await startTalk(buyer, vendor)
    for (let count = 0; count < 30; count++) await attach(buyer, conversationId)
    await expectCode(await upload(buyer, conversationId), 429, 'too_many_requests')
  })
})
