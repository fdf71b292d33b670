import { dataContract } from '@semblance/contract'
import { expect, it } from 'vitest'
import { readDataContract, writeDataContract } from './data-contract-file.ts'

const good = `# Visits of one year
apiVersion: v3.1.0
kind: DataContract
id: visits
version: 1.0.0
status: active
team:
  name: Shops
schema:
  - name: visits
    properties:
      - name: shop
        logicalType: string
        quality:
          - metric: invalidValues
            arguments: { validValues: [A, B, 3] }
            mustBe: 0
      - name: day
        logicalType: date
        logicalTypeOptions: { minimum: 2026-01-01 }
`

const problems = (text: string) => {
  const read = readDataContract(text)
  return 'problems' in read ? read.problems : []
}

it('YAML is read with all that it says, and written so that it reads the same', () => {
  const read = readDataContract(good)
  expect(read).toMatchObject({
    content: {
      team: { name: 'Shops' },
      schema: [
        { properties: [{ quality: [{ arguments: { validValues: ['A', 'B', '3'] } }] }, {}] },
      ],
    },
  })
  const { content } = read as { content: Parameters<typeof writeDataContract>[0] }
  expect(readDataContract(writeDataContract(content))).toEqual({ content })
})

it('JSON is read, too', () => {
  const { content } = readDataContract(good) as { content: unknown }
  expect(readDataContract(JSON.stringify(content))).toEqual({
    content: dataContract.parse(content),
  })
})

it('a mistake is told with its line, its column and whose it is', () => {
  expect(problems(good.replace('logicalType: string', 'logicalType: text'))).toEqual([
    expect.stringMatching(
      /^Line 13, column 9: schema › "visits" › properties › "shop" › logicalType must be one of string/,
    ),
  ])
  expect(problems(good.replace('version: 1.0.0\n', ''))).toEqual([
    'Line 2, column 1: version must be text, in quotes if it looks like a number.',
  ])
})

it('text that is no YAML is told with its line, too', () => {
  expect(problems(`${good}  - [`)).toEqual([
    expect.stringMatching(/^Line \d+, column \d+: this is no YAML/),
  ])
})

it('aliases are refused before anything of them is written out', () => {
  const levels = Array.from({ length: 30 }, (_, i) => `l${i + 1}: &l${i + 1} [*l${i}, *l${i}]`)
  expect(problems(`${good}l0: &l0 [x]\n${levels.join('\n')}\n`)).toEqual([
    expect.stringMatching(/^Line 22, column 10: write the part out in full/),
  ])
})

it('a file too large or too deep is refused without a crash', () => {
  expect(problems(`${good}# ${'x'.repeat(256 * 1024)}`)).toEqual([
    'The file is too large (256 KB at most).',
  ])
  expect(problems(`${good}deep: ${'['.repeat(50_000)}${']'.repeat(50_000)}`)[0]).toMatch(
    /nested too deeply/,
  )
})
