import { expect, test } from 'vitest'
import report, { circlesAmong } from './report-boundaries.mjs'

const modulesOf = (imports: Record<string, string>) =>
  Object.entries(imports).map(([source, to]) => ({
    source,
    dependencies: [...to].map((resolved) => ({ resolved })),
  }))

test.each([
  ['a chain', { a: 'bc', b: 'c', c: '' }, []],
  ['two ways to one module', { a: 'bc', b: 'd', c: 'd', d: '' }, []],
  ['two that import each other', { a: 'b', b: 'a' }, ['ab']],
  ['a circle behind a chain', { a: 'b', b: 'c', c: 'd', d: 'b' }, ['bcd']],
  ['circles that touch', { a: 'b', b: 'ac', c: 'b', d: 'a' }, ['abc']],
  [
    'two circles, one of which leads to the other',
    { a: 'b', b: 'ac', c: 'd', d: 'c' },
    ['ab', 'cd'],
  ],
  ['a module that imports itself', { a: 'a' }, ['a']],
])('%s', (_, imports, expected) => {
  const circles = circlesAmong(modulesOf(imports)).map((circle) => circle.sort().join(''))
  expect(circles.sort()).toEqual(expected)
})

test('what breaks a rule is told, and fails', () => {
  const violation = { rule: { name: 'web-flows-down' }, from: 'a', to: 'b' }
  const summary = { violations: [violation], totalCruised: 2 }
  const { output, exitCode } = report({ modules: modulesOf({ a: 'b', b: 'a' }), summary })
  expect(output).toContain('web-flows-down: a → b')
  expect(output).toContain('no-cycles: a, b')
  expect(exitCode).toBe(2)
  expect(report({ modules: [], summary: { ...summary, violations: [] } }).exitCode).toBe(0)
})
