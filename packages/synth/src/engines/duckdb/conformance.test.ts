/** @module-tag scaled */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { AWKWARD_COLUMNS, cellText } from '../../../testing/awkward-rows.ts'
import { conformance, type OpenTable } from '../../../testing/conformance.ts'
import { isLong } from '../../../testing/test-length.ts'
import { csvRecord } from '../../draw/format-value.ts'
import type { TableSource } from '../../read/table-source.ts'
import { plainDialect } from '../../schema/infer/dialect.ts'

const open: OpenTable = async (rows, { workDir }) => {
  const file = path.join(workDir, 'awkward.csv')
  const columnNames = ['id', ...AWKWARD_COLUMNS]
  const records = rows.map((row, id) => [
    String(id),
    ...AWKWARD_COLUMNS.map((column) => cellText(row, column)),
    id % 5 === 2 ? '1' : '0',
  ])
  const names = [...columnNames, 'held']
  writeFileSync(file, [names, ...records].map((record) => `${csvRecord(record)}\n`).join(''))
  const source: TableSource = {
    name: 'awkward',
    file: 'awkward.csv',
    isOnly: true,
    path: file,
    columnNames,
    unnamed: [],
    content: { type: 'csv', dialect: plainDialect(names, true) },
    sample: {
      share: 1,
      rowCount: rows.length,
      countSplit: async () => ({ train: 0, holdout: 0 }),
      measure: () => {
        throw new Error('DuckDB counts the file itself.')
      },
      confirmState: async () => {},
    },
  }
  return { source, isInDuckdb: true, close: async () => {} }
}

conformance('DuckDB', open, isLong ? 12 : 2)
