import { estimatedTableOf } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { estimateAccuracy } from './service.ts'

const { market, client } = await useMarket({ client: 'client' })

const table = { rows: 20_000, columns: 12, orderedColumns: 5, privacyLevel: 'high' } as const

describe('the accuracy to expect', () => {
  it('comes with the estimate less its error as the minimum to agree on', async () => {
    const estimate = await client.api.estimates.accuracy(table)
    const { accuracyPercent, errorPoints, minAccuracyPercent } = estimate
    expect(accuracyPercent).toBeGreaterThan(90)
    expect(accuracyPercent).toBeLessThan(100)
    expect(Math.abs(minAccuracyPercent! - (accuracyPercent - errorPoints))).toBeLessThan(1.1)
    expect(minAccuracyPercent!).toBeLessThanOrEqual(accuracyPercent - errorPoints + 0.1)
  })

  it('is less under more noise, on fewer rows, and over more columns', () => {
    const least = (changes: object) => estimateAccuracy({ ...table, ...changes }).accuracyPercent
    expect(least({ privacyLevel: 'maximum' })).toBeLessThan(least({}))
    expect(least({ rows: 5000 })).toBeLessThan(least({}))
    expect(least({ columns: 30 })).toBeLessThan(least({}))
    expect(least({ orderedColumns: 12 })).toBeLessThan(least({}))
  })

  it('has no minimum to propose where the estimate falls below what can be agreed', () => {
    expect(estimateAccuracy({ ...table, rows: 300 }).minAccuracyPercent).toBeNull()
  })

  it('names the noise that the report will have: about 9 points with 1,200 rows at epsilon 1, and 1 with 10,000', () => {
    const noise = (rows: number) => estimateAccuracy({ ...table, rows }).noisePoints
    expect(noise(1200)).toBeGreaterThan(6)
    expect(noise(1200)).toBeLessThan(11)
    expect(noise(10_000)).toBeGreaterThan(0.6)
    expect(noise(10_000)).toBeLessThan(1.5)
  })

  it('is calculated for visitors too, and refused for a table that cannot be', async () => {
    const ask = (query: string) => market.fetch(`/api/accuracy-estimate?${query}`)
    const asked = 'columns=12&orderedColumns=5&privacyLevel=high'
    expect((await ask(`rows=20000&${asked}`)).status).toBe(200)
    const refused = await ask(`rows=0&${asked}`)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(await refused.json())).toContain('rows')
    await expect(client.api.estimates.accuracy({ ...table, orderedColumns: 13 })).rejects.toThrow()
  })
})

describe('the table of a request', () => {
  const column = (name: string, logicalType: 'integer' | 'date' | 'string') => ({
    name,
    logicalType,
  })
  const schema = [
    {
      name: 'visits',
      properties: [column('n', 'integer'), column('d', 'date'), column('s', 'string')],
    },
  ]
  const base = {
    apiVersion: 'v3.1.0',
    kind: 'DataContract' as const,
    id: '1',
    version: '1',
    status: 'active',
  }
  const request = {
    minRecords: 5000,
    dataContract: { ...base, schema },
    privacyLevel: 'standard' as const,
  }

  it('is known from its records and columns', () => {
    expect(estimatedTableOf(request)).toEqual({
      rows: 5000,
      columns: 3,
      orderedColumns: 2,
      privacyLevel: 'standard',
    })
  })

  it('is not known without records, without columns, or where there are several', () => {
    expect(estimatedTableOf({ ...request, minRecords: null })).toBeNull()
    expect(estimatedTableOf({ ...request, dataContract: null })).toBeNull()
    const two = { ...base, schema: [...schema, { ...schema[0]!, name: 'shops' }] }
    expect(estimatedTableOf({ ...request, dataContract: two })).toBeNull()
  })
})
