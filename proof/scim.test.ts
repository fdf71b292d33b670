/** A published tester of SCIM servers judges the one that directories provision by. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { useServedMarket } from '../apps/server/testing/served-market.ts'
import { providePython } from './python.ts'

const DOMAIN = 'directory.example'
const records = new Map<string, string>()
const { market } = await useServedMarket({
  resolveTxt: async (host) => [[records.get(host) ?? '']],
})

it('scim2-tester finds no fault but two that are meant', async () => {
  const { api } = await market.colleague(await market.member('client'), 'administrator')
  const { domains } = await api.singleSignOn.addDomain({ domain: DOMAIN })
  for (const { id, recordName, recordText } of domains) {
    records.set(recordName, recordText)
    await api.singleSignOn.checkDomain({ domainId: id })
  }
  const { token, settings } = await api.singleSignOn.makeToken()
  const python = providePython([
    'scim2-tester==0.5.2',
    'scim2-client==0.13.2',
    'scim2-models==0.12.3',
    'httpx2==2.16.2',
  ])
  const script = join(import.meta.dirname, 'scim/check.py')
  const { stdout } = await promisify(execFile)(python, [
    script,
    settings.ours.scimUrl,
    token,
    DOMAIN,
  ])
  const { checks, faults } = JSON.parse(stdout) as { checks: number; faults: string[] }
  // A user is always said to be active or not, and a search is of users or of groups, not of both.
  expect(new Set(faults)).toEqual(
    new Set([
      "check_remove_attribute: PATCH modify() did not remove attribute 'active'",
      'search_with_attributes: There is no such endpoint.',
    ]),
  )
  expect(checks).toBeGreaterThan(50)
})
