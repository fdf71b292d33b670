import { isContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { contract } from './index.ts'
import {
  memberRoleNames,
  needsOf,
  needsOfSide,
  permissionNames,
  permissionsOf,
  rolesOfSides,
  usualRoles,
} from './roles.ts'

type Found = { name: string; method: string | undefined; summary: string }

function procedures(node: object, path: string[] = []): Found[] {
  return Object.entries(node).flatMap(([key, child]) => {
    if (!isContractProcedure(child)) return procedures(child, [...path, key])
    const { method, summary = '' } = child['~orpc'].route
    return [{ name: [...path, key].join('.'), method, summary }]
  })
}
const all = procedures(contract)

describe('what a member may do', () => {
  it('is decided for every procedure', () => {
    expect(all.filter(({ name, method }) => needsOf(name, method) === null)).toEqual([])
  })

  it('is administering where the summary says so', () => {
    const missed = all
      .filter(({ method, summary }) => method !== 'GET' && /\(administrator\)$/.test(summary))
      .filter(({ name, method }) => String(needsOf(name, method)) !== 'administer')
    expect(missed).toEqual([])
  })

  it('is on each side of a deal what that side needs', () => {
    const onBoth = (procedure: string) => {
      const needs = needsOf(procedure, 'POST') ?? []
      return [needsOfSide(needs, 'client'), needsOfSide(needs, 'vendor')]
    }
    expect(onBoth('subscriptions.cancel')).toEqual([['buy'], ['sell']])
    expect(onBoth('disputes.answer')).toEqual([['request'], ['sell']])
    expect(onBoth('shipments.stateSent')).toEqual([['data'], ['sell', 'data']])
    expect(onBoth('market.get')).toEqual(['own', 'own'])
  })

  it('is selling where data is measured for a listing, which spends the privacy of a source', () => {
    for (const name of ['twins.start', 'twins.submit'])
      expect(needsOf(name, 'POST')).toEqual(['sell'])
    for (const name of ['twins.inspect', 'twins.reopen'])
      expect(needsOf(name, 'POST')).toEqual(['data'])
  })

  it('is the union of the roles, everything for an administrator, and reading without one', () => {
    expect(permissionsOf([], false)).toEqual(['read'])
    expect(permissionsOf(['finance', 'data_engineer'], false)).toEqual([
      'read',
      'buy',
      'finance',
      'data',
    ])
    expect(permissionsOf([], true)).toEqual(permissionNames)
  })

  it('was before there were roles neither approving nor administering', () => {
    expect(permissionsOf(usualRoles, false)).toEqual(['read', 'request', 'sell', 'buy', 'data'])
  })

  it('is offered for the sides of an organization alone', () => {
    expect(rolesOfSides({ isClient: false, isVendor: true })).toEqual([
      'seller',
      'finance',
      'data_engineer',
    ])
    expect(rolesOfSides({ isClient: true, isVendor: true })).toEqual(memberRoleNames)
  })
})
