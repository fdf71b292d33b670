/** Tests that an assistant reads the market by the tools of the command, and that a profile opens what was delivered. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { openClient } from '@semblance/client'
import { runCommand } from '@semblance/command'
import { makeMcpServer } from '@semblance/command/mcp'
import type { KeyScope } from '@semblance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { dprForm } from './fixtures/deal-fixtures.ts'
import { deliveredDeal } from './fixtures/delivery-fixtures.ts'
import { useServedMarket } from './served-market.ts'

const dir = mkdtempSync(join(tmpdir(), 'semblance-mcp-'))
afterAll(() => rmSync(dir, { recursive: true }))

const { market, url, makeKey } = await useServedMarket()
const { client, vendor, dprId, offerId, contractId } = await deliveredDeal(market)
const reading: KeyScope[] = ['market:read', 'offers:read', 'contracts:read', 'deliveries:read']

/** Connects the published client to the tools of a key, and calls them. */
async function assistantOf(key: string) {
  const terminal = { ...silent, signal: new AbortController().signal }
  const place = { terminal, client: openClient({ url, key }), url, key, retries: {} }
  const server = makeMcpServer({ ...place, answer: () => {}, say: () => {} }, dir)
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const assistant = new Client({ name: 'test', version: '1' })
  await Promise.all([server.connect(ours), assistant.connect(theirs)])
  return {
    assistant,
    call: async (name: string, input: Record<string, unknown>) => {
      const { isError = false, content } = await assistant.callTool({ name, arguments: input })
      const [{ text }] = content as [{ text: string }]
      return { isError, text, read: () => JSON.parse(text) }
    },
  }
}

const silent = {
  out: () => {},
  error: () => {},
  isWatched: false,
  env: {},
  readInput: async () => '',
  readSecret: async () => '',
}

describe('an assistant', () => {
  it('finds tools that read, one that posts and one that downloads, and none that moves money', async () => {
    const { assistant } = await assistantOf(await makeKey(client, reading))
    const { tools } = await assistant.listTools()
    const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint)
    expect(changing.map(({ name }) => name)).toEqual(['create_request', 'download'])
    expect(tools.map(({ name }) => name).sort()).toEqual([
      ...['create_request', 'download', 'get_contract', 'get_dataset', 'get_offer'],
      ...['list_offers', 'preview_rows', 'search_market'],
    ])
  })

  it('posts a request that vendors find, whose cents may be numbers', async () => {
    const { call } = await assistantOf(await makeKey(client, ['dprs:write']))
    const form = { ...dprForm, budgetMinCents: 100_000, budgetMaxCents: 200_000 }
    const posted = await call('create_request', { ...form, title: 'Tram departures' })
    expect(posted.read()).toMatchObject({ budgetMinCents: '100000' })
    const { call: find } = await assistantOf(await makeKey(vendor, ['market:read']))
    const found = await find('search_market', { search: 'tram departures' })
    expect(found.read().items).toMatchObject([{ id: posted.read().id }])
  })

  it('reads offers and the contract of either side', async () => {
    const { call } = await assistantOf(await makeKey(client, reading))
    const listed = (await call('list_offers', { side: 'received', dprId, isClosed: true })).read()
    const live = (await call('list_offers', { side: 'received', dprId })).read()
    expect([...listed.items, ...live.items].map(({ id }) => id)).toContain(offerId)
    expect((await call('get_offer', { side: 'received', offerId })).read().id).toBe(offerId)
    expect((await call('get_contract', { contractId })).read().id).toBe(contractId)
    const { call: sent } = await assistantOf(await makeKey(vendor, ['offers:read']))
    expect((await sent('get_offer', { side: 'sent', offerId })).read().id).toBe(offerId)
    expect((await sent('list_offers', { side: 'sent' })).read().items[0].id).toBe(offerId)
  })

  it('sees some rows of a delivery and downloads it into a directory of its name', async () => {
    const { call } = await assistantOf(await makeKey(client, reading))
    const { files } = (await call('get_dataset', { dprId })).read()
    const [table] = (await call('preview_rows', { dprId, rows: 3 })).read()
    expect(table.csv.trim().split('\n')).toHaveLength(4)
    const got = await call('download', { dprId })
    expect(got.read().directory).toBe(join(dir, dprId))
    expect(readdirSync(join(dir, dprId)).sort()).toEqual(
      files.map(({ name }: { name: string }) => name).sort(),
    )
  })

  it('is told the code of a refusal, and writes to no other directory', async () => {
    const { call } = await assistantOf(await makeKey(client, ['market:read']))
    const refused = await call('get_contract', { contractId })
    expect(refused.isError).toBe(true)
    expect(refused.read()).toMatchObject({
      code: 'scope_missing',
      status: 403,
      field: 'contracts:read',
      requestId: expect.any(String),
    })
    const outside = await call('download', { dprId: '../../etc' })
    expect(outside).toMatchObject({ isError: true, text: expect.stringContaining('dprId') })
  })
})

it('the command serves an assistant that starts it over its standard streams, and ends with them', {
  tags: 'long',
}, async () => {
  const key = await makeKey(client, reading)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve('@semblance/command/bin')), 'mcp', '--out', dir],
    env: { HOME: dir, PATH: process.env.PATH ?? '', SEMBLANCE_URL: url, SEMBLANCE_KEY: key },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (part) => {
    said += part
  })
  const assistant = new Client({ name: 'test', version: '1' })
  const faults: Error[] = []
  assistant.onerror = (error) => faults.push(error)
  await assistant.connect(transport)
  expect(assistant.getServerVersion()?.name).toBe('semblance')
  expect((await assistant.listTools()).tools).toHaveLength(8)
  const read = await assistant.callTool({ name: 'get_contract', arguments: { contractId } })
  const [{ text }] = read.content as [{ text: string }]
  expect(JSON.parse(text).id).toBe(contractId)
  const refused = await assistant.callTool({
    name: 'create_request',
    arguments: { ...dprForm, budgetMinCents: 100_000, budgetMaxCents: 200_000 },
  })
  expect(refused).toMatchObject({ isError: true })
  const { pid } = transport
  await assistant.close()
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
  expect([faults, said]).toEqual([[], ''])
})

describe('a profile', () => {
  const share = async (
    words: string[],
    { login, given = '' }: { login: string; given?: string },
  ) => {
    let [out, error] = ['', '']
    const code = await runCommand(['share', ...words], {
      ...silent,
      out: (text) => {
        out += text
      },
      error: (text) => {
        error += text
      },
      signal: new AbortController().signal,
      env: { HOME: dir, SEMBLANCE_URL: url, SEMBLANCE_KEY: login },
      readSecret: async () => given,
    })
    return { code, out, error }
  }

  it('is made of a key that reads datasets alone, and names the delivered tables', async () => {
    const login = await makeKey(client, ['contracts:read'])
    const given = await makeKey(client, ['datasets:read'])
    const file = join(dir, 'semblance.share')
    const made = await share([contractId, '--out', file], { login, given: `${given}\n` })
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('opens one table until') })
    expect(made.error).toBe(`${file}#${dprId}.twin.customers_synthetic\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const profile = JSON.parse(readFileSync(file, 'utf8'))
    expect(profile).toMatchObject({ bearerToken: given, endpoint: `${url}/delta-sharing` })
    expect(new Date(profile.expirationTime).getTime()).toBeGreaterThan(Date.now())
    const printed = await share([dprId], { login: given })
    expect(JSON.parse(printed.out)).toEqual(profile)
  })

  it('is not made of a key that may do more, nor for what the key does not open', async () => {
    const login = await makeKey(client, ['contracts:read'])
    const more = await share([dprId], { login, given: await makeKey(client, reading) })
    expect(more).toMatchObject({ code: 2, out: '', error: expect.stringContaining('other things') })
    const foreign = await share([dprId], { login: await makeKey(vendor, ['datasets:read']) })
    expect(foreign).toMatchObject({ code: 1, out: '' })
    expect(foreign.out).not.toContain('bearerToken')
  })
})
