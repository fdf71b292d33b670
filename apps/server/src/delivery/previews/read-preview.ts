/** Reads the content of a preview from the tables that the engine has written. */
import { open } from 'node:fs/promises'
import {
  columnKinds,
  MAX_PREVIEW_BYTES,
  MAX_PREVIEW_ROWS,
  type PreviewFigures,
  type PreviewTable,
  type PublishedReport,
} from '@semblance/contract'
import { qualityScore } from '@semblance/plots'
import type { TableReport } from '@semblance/synth'
import { z } from 'zod'

const columnKind = z.enum(columnKinds)

type Written = {
  name: string
  path: string
  published: Pick<PublishedReport, 'rows' | 'columns'>
}

/**
 * Reads the first rows of each table, the largest table first; tables share the bytes evenly. A
 * twin's rows are drawn independently of each other, or in the order of their series, so the first
 * ones represent it as well as any.
 */
export async function readPreview(tables: Written[]): Promise<PreviewTable[]> {
  const share = Math.floor(MAX_PREVIEW_BYTES / tables.length)
  const largestFirst = tables.toSorted(
    (a, b) => b.published.rows.synthetic - a.published.rows.synthetic,
  )
  return await Promise.all(
    largestFirst.map(async ({ name, path, published }) => ({
      name,
      columns: published.columns.map((column) => ({
        name: column.name,
        kind: columnKind.parse(column.kind),
      })),
      totalRows: published.rows.synthetic,
      ...firstRows(await readHead(path, share), MAX_PREVIEW_ROWS),
    })),
  )
}

/** Returns the figures of the sample's main table, the one with the most rows. */
export function figuresOf(tables: TableReport[]): PreviewFigures {
  const sampled = ({ internal: { rows } }: TableReport) => rows.train + rows.holdout
  const main = tables.reduce((best, table) => (sampled(table) > sampled(best) ? table : best))
  const { rows, privacy, fidelity } = main.published
  const { overall, ceiling, relative } = fidelity
  return {
    rows: rows.synthetic,
    columns: rows.columns,
    accuracy: { overall, ceiling, relative },
    qualityScore: qualityScore(fidelity),
    epsilon: privacy.epsilon,
  }
}

async function readHead(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(maxBytes)
    const { bytesRead } = await file.read(head, 0, maxBytes, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const QUOTE = 0x22
const LINE_FEED = 0x0a

/**
 * Returns the header and at most the wanted number of whole records; every record of a twin ends
 * with a line feed.
 */
export function firstRows(head: Buffer, maxRows: number): { csv: string; rows: number } {
  let isQuoted = false
  let records = 0
  let end = 0
  for (let i = 0; i < head.length && records <= maxRows; i++) {
    if (head[i] === QUOTE) isQuoted = !isQuoted
    else if (head[i] === LINE_FEED && !isQuoted) {
      records += 1
      end = i + 1
    }
  }
  const csv = head.subarray(0, end).toString().replaceAll('\0', '') // PostgreSQL stores no zero byte
  return { csv, rows: Math.max(0, records - 1) }
}
