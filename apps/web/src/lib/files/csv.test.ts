import { describe, expect, it } from 'vitest'
import { type CsvColumn, csvText, plainUsd, type ReadPage, readCsv } from './csv.ts'

describe('a CSV file', () => {
  it('quotes commas, quotes and line breaks, and ends every line with CRLF', () => {
    expect(csvText([['a,b', 'say "hi"', 'two\nlines'], ['plain']])).toBe(
      '"a,b","say ""hi""","two\nlines"\r\nplain\r\n',
    )
  })

  it('writes numbers plainly, moments as ISO 8601 in UTC, and nothing for what is missing', () => {
    const at = new Date('2026-11-21T10:00:00.123Z')
    expect(csvText([[3, -2.5, 12n, at, null, undefined, '']])).toBe(
      '3,-2.5,12,2026-11-21T10:00:00Z,,,\r\n',
    )
  })

  it.each(['=1+1', '+1', '-cmd', '@SUM(A1)', '\tx', '\rx', '\nx', '  =1+1', '＝1+1'])(
    'defuses %j as a spreadsheet formula',
    (text) => expect(csvText([[text]])).toContain(`'${text}`),
  )

  it.each(['-2.50', '-7', 'a=b', '12-3', ''])('leaves %j as it is', (text) =>
    expect(csvText([[text]])).toBe(`${text}\r\n`),
  )

  it('keeps every cent and its sign', () => {
    expect([0n, 5n, -250n, 1_850_005n, 9_007_199_254_740_993n].map(plainUsd)).toEqual([
      '0.00',
      '0.05',
      '-2.50',
      '18500.05',
      '90071992547409.93',
    ])
  })
})

describe('a long list', () => {
  const columns: CsvColumn<number>[] = [
    ['Number', (row) => row],
    ['Word', (row) => `no. ${row}`],
  ]
  const pages =
    (count: number, size: number): ReadPage<number> =>
    async ({ cursor }) => {
      const from = Number(cursor ?? 0)
      const items = Array.from({ length: Math.min(size, count - from) }, (_, index) => from + index)
      return { items, nextCursor: from + size < count ? String(from + size) : null }
    }
  const read = (readPage: ReadPage<number>, signal = new AbortController().signal) => {
    const told: number[] = []
    const file = readCsv({ columns, readPage, signal, onProgress: (count) => told.push(count) })
    return { file, told }
  }

  it('is read to its end, each row once, under one head', async () => {
    const { file, told } = read(pages(250, 100))
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      await (await file).arrayBuffer(),
    )
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('\uFEFFNumber,Word')
    expect(lines.slice(1, -1)).toEqual(Array.from({ length: 250 }, (_, row) => `${row},no. ${row}`))
    expect(told).toEqual([100, 200])
  })

  it('that is empty is a head alone', async () => {
    expect(await (await read(pages(0, 100)).file).text()).toMatch(/^\uFEFF?Number,Word\r\n$/)
  })

  it('stops when it is cancelled, and when a page fails', async () => {
    const cancel = new AbortController()
    let asked = 0
    const cancelling: ReadPage<number> = async (page, options) => {
      asked += 1
      if (asked === 2) cancel.abort()
      return await pages(1000, 100)(page, options)
    }
    await expect(read(cancelling, cancel.signal).file).rejects.toThrow(/abort/i)
    expect(asked).toBe(2)
    const failing = read(() => Promise.reject(new Error('no answer')))
    await expect(failing.file).rejects.toThrow('no answer')
  })
})
