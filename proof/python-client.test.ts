/** Python's openapi-python-client makes a client of our description, which reads a contract and a refusal. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { fundedDeal } from '../apps/server/testing/fixtures/deal-fixtures.ts'
import { useServedMarket } from '../apps/server/testing/served-market.ts'
import { providePython } from './python.ts'

const dir = mkdtempSync(join(tmpdir(), 'semblance-python-client-'))
afterAll(() => rmSync(dir, { recursive: true }))
const python = providePython(['openapi-python-client==0.29.1'])
const { market, url, makeKey } = await useServedMarket()

const program = `
import json, sys
sys.path.insert(0, sys.argv[1])
from semblance import AuthenticatedClient
from semblance.api.contracts import contracts_get, contracts_list
from semblance.models.contracts_list_side import ContractsListSide
url, key, contract_id = sys.argv[2:5]
client = AuthenticatedClient(base_url=url + "/api", token=key)
read = contracts_get.sync(contract_id, client=client)
listed = contracts_list.sync(client=client, side=ContractsListSide.CLIENT, limit=5)
missing = contracts_get.sync_detailed("CTR-1", client=client)
print(json.dumps({
    "id": read.id, "price": read.price_cents, "at": read.start_date.isoformat(), "status": str(read.status),
    "listed": [one.id for one in listed.items],
    "missing": [missing.status_code, missing.parsed.code, missing.parsed.request_id],
}))
`

type Body = { content?: Record<string, unknown> }
type Operation = { requestBody?: Body; responses: Record<string, Body> }

/** Lists the operations that take or answer something else than JSON. */
function filesIn({ paths }: { paths: Record<string, Record<string, Operation>> }): Set<string> {
  const isFile = ({ requestBody, responses }: Operation) =>
    [requestBody, ...Object.values(responses)].some((body) =>
      Object.keys(body?.content ?? {}).some((type) => type !== 'application/json'),
    )
  return new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => isFile(operation))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    ),
  )
}

it('generates all but files, and its client reads a contract, a list and a refusal', async () => {
  const file = join(dir, 'openapi.json')
  const text = await (await fetch(`${url}/api/openapi.json`)).text()
  const description = JSON.parse(text)
  writeFileSync(file, text)
  const config = join(dir, 'config.yml')
  writeFileSync(config, 'post_hooks: []\n')
  const made = spawnSync(
    join(dirname(python), 'openapi-python-client'),
    [
      ...['generate', '--path', file, '--config', config, '--meta', 'none'],
      ...['--output-path', join(dir, 'semblance')],
    ],
    { encoding: 'utf8' },
  )
  expect(made.status, made.stderr).toBe(0)
  const warned = [...(made.stdout + made.stderr).matchAll(/WARNING parsing (\w+) (\S+) within/g)]
  const operations = warned.map(([, method = '', address = '']) => `${method} ${address}`)
  // It leaves out files, whose types it does not know.
  expect(operations.filter((one) => !filesIn(description).has(one))).toEqual([])
  const client = await market.member('client')
  const { contractId } = await fundedDeal(client, await market.member('vendor'))
  const key = await makeKey(client, ['contracts:read'])
  const run = promisify(execFile)(python, ['-c', program, dir, url, key, contractId])
  const found = JSON.parse((await run).stdout)
  const { priceCents, status, startDate } = await client.api.contracts.get({ contractId })
  expect(found).toEqual({
    ...{ id: contractId, price: String(priceCents), status, listed: [contractId] },
    at: expect.stringContaining(startDate?.toISOString().slice(0, 19) ?? 'a date'),
    missing: [404, 'not_found', expect.any(String)],
  })
})
