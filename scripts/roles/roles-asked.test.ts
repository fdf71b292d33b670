/** Tests that the web application asks the table of roles before it offers a call that a role has to allow. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, needsOf } from '@semblance/contract'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/web/src'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))

/** Checked by the permission itself: on pages of administrators, and on those about an organization's own money. */
const byRole = new Set(['administer', 'finance'])

function methodOf(procedure: string): string | undefined {
  const found = procedure
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], contract)
  return (found as { '~orpc'?: { route: { method?: string } } } | undefined)?.['~orpc']?.route
    .method
}

function* callsIn(source: string): Generator<string> {
  for (const [, name] of source.matchAll(/\borpc\.([\w.]+)\.mutationOptions/g)) yield name ?? ''
  for (const [, name] of source.matchAll(/\bapi\.([\w.]+)\(/g)) yield name ?? ''
  for (const [, names, of] of source.matchAll(/const \{ ([\w, ]+) \} = orpc\.(\w+)$/gm))
    for (const name of names?.split(', ') ?? []) yield `${of}.${name}`
}

function* askedIn(source: string): Generator<string> {
  for (const [, names] of source.matchAll(/useMayCall(?:As)?\(([^)]*)\)/g))
    for (const [, name] of names?.matchAll(/'(\w+\.[\w.]+)'/g) ?? []) yield name ?? ''
  for (const [, names] of source.matchAll(
    /<(?:MayCall|RoleGate)\s[^>]*?\bprocedure=("[\w.]+"|\{[^}]*\})/g,
  ))
    for (const [, name] of names?.matchAll(/["']([\w]+\.[\w.]+)["']/g) ?? []) yield name ?? ''
}

/** Returns a name that procedures of one noun share which need the same: one check covers them. */
const groupOf = (procedure: string, method: string | undefined) =>
  `${procedure.split('.')[0]}: ${[needsOf(procedure, method) ?? []].flat().join(' or ')}`

const used = [...new Set(sources.flatMap((source) => [...callsIn(source)]))].filter((name) => {
  const method = methodOf(name)
  return method !== undefined && !name.includes('.staff.') && needsOf(name, method) !== 'own'
})

it('every call that needs a role is asked about where it is offered', () => {
  const asked = new Set(
    sources.flatMap((source) => [...askedIn(source)]).map((name) => groupOf(name, methodOf(name))),
  )
  const unasked = used.filter((name) => {
    const needs = [needsOf(name, methodOf(name)) ?? []].flat()
    return !needs.some((one) => byRole.has(one)) && !asked.has(groupOf(name, methodOf(name)))
  })
  expect(unasked).toEqual([])
  expect(used.length).toBeGreaterThan(80)
})

it('what is asked about is a procedure that a role has to allow', () => {
  const unknown = sources
    .flatMap((source) => [...askedIn(source)])
    .filter((name) => methodOf(name) === undefined || needsOf(name, methodOf(name)) === 'own')
  expect(unknown).toEqual([])
})
