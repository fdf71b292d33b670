import { isContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { keyAccessOf, keyScopeNames, keyScopes } from './access.ts'
import { contract } from './index.ts'

type Found = { name: string; method: string | undefined; summary: string }

function procedures(node: object, path: string[] = []): Found[] {
  return Object.entries(node).flatMap(([key, child]) => {
    if (!isContractProcedure(child)) return procedures(child, [...path, key])
    const { method, summary = '' } = child['~orpc'].route
    return [{ name: [...path, key].join('.'), method, summary }]
  })
}
const all = procedures(contract).map((each) => ({
  ...each,
  access: keyAccessOf(each.name, each.method),
}))
const needing = (access: string) =>
  all.filter((each) => each.access === access).map(({ name }) => name)

describe('what a key may do', () => {
  it('is decided for every procedure: by a scope, by all keys, or never', () => {
    expect(all.filter(({ access }) => access === null)).toEqual([])
  })

  it('is never what staff and administrators do', () => {
    const privileged = all.filter(({ summary }) => /\((.* )?(staff|administrator)\)$/.test(summary))
    // Shared with other callers; a service account is no staff there.
    const shared = ['disputes.evidenceLink', 'search.everything', 'support.messages']
    const open = privileged.filter(({ access }) => access !== 'never').map(({ name }) => name)
    expect(open).toEqual(shared)
  })

  it('leaves accounts, access, ways of payment and keys to people', () => {
    const nouns = [
      ...['admin', 'banking', 'billing', 'jobs', 'keys', 'mails', 'settings', 'stripe'],
      'webhooks',
    ]
    const reached = all.filter(({ name }) => nouns.includes(name.split('.')[0]!))
    expect(reached.filter(({ access }) => access !== 'never')).toEqual([])
    expect(needing('any').filter((name) => name.startsWith('organizations.'))).toEqual([
      'organizations.viewer',
      'organizations.get',
    ])
  })

  it('is no more of support than the tickets of its own', () => {
    expect(needing('support:read')).toEqual(['support.list', 'support.get', 'support.messages'])
    expect(needing('support:write')).toEqual([
      'support.open',
      'support.followUp',
      'support.escalate',
    ])
  })

  it('needs the scope of money for all that pays, releases or agrees to a split', () => {
    expect(needing('money').sort()).toEqual([
      'deliveries.release',
      'disputes.accept',
      'disputes.propose',
      'findings.propose',
      'listings.buy',
      'offers.accept',
      'payments.cancel',
      'payments.fund',
      'subscriptions.cancel',
      'subscriptions.order',
      'subscriptions.start',
    ])
  })

  it('changes nothing under a scope that reads, but marks and files at hand', () => {
    const reads = all.filter(({ access }) => access?.endsWith(':read') || access === 'any')
    expect(reads.filter(({ method }) => method !== 'GET').map(({ name }) => name)).toEqual([
      'offers.markSeen',
      'deliveries.convert',
      'deliveries.checksumsLink',
      'deliveries.fileLink',
      'deliveries.readTable',
      'deliveries.archiveLink',
      'shipments.fileLink',
      'negotiation.markRead',
    ])
  })

  it('is no look at originals, and no measurement, under a scope that does not say so', () => {
    const twins = all.filter(({ name }) => name.startsWith('twins.'))
    expect(Object.fromEntries(twins.map(({ name, access }) => [name.slice(6), access]))).toEqual({
      ...{ start: 'listings:write', submit: 'listings:write', list: 'listings:read' },
      ...{ get: 'deliveries:read', profiles: 'deliveries:read' },
      ...{ inspect: 'deliver', reopen: 'deliver', forecast: 'deliver', cancel: 'deliver' },
    })
    for (const name of ['profiles', 'latest'])
      expect(keyAccessOf(`deliveries.${name}`, 'GET')).toBe('deliveries:read')
    expect(keyScopes['listings:write']).toMatch(/have data measured .* spends the privacy/)
  })

  it('has no scope that permits nothing', () => {
    const outside = ['datasets:read', 'events:read'] // Delta Sharing and the stream are no procedures
    const unused = keyScopeNames.filter((scope) => !outside.includes(scope) && !needing(scope)[0])
    expect(unused).toEqual([])
  })

  it('is nothing for a procedure that the rule does not know', () => {
    expect(keyAccessOf('rockets.launch', 'POST')).toBeNull()
    expect(keyAccessOf('dashboards.reset', 'POST')).toBeNull()
  })
})
