/** The metadata of a delivery as Data Package 2.0: https://datapackage.org/standard/data-package/. */
import { mediaTypeOf } from '@semblance/contract'
import { descriptionOf } from './dataset-description.ts'
import type { TwinColumn } from './twin-columns.ts'
import type { CertificateDraft, Described, DescribedTable } from './types.ts'

export function dataPackage(draft: CertificateDraft, { at, tables }: Described) {
  const { id, address, license, subject } = draft
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: subject.id.toLowerCase(),
    id,
    title: subject.title,
    description: descriptionOf(draft, tables),
    homepage: address,
    version: '1.0.0',
    created: at.toISOString(),
    licenses: [{ title: `License of contract ${subject.id}`, path: license.address }],
    contributors: [
      { title: subject.vendor_name, roles: ['creator'] },
      { title: 'Semblance', roles: ['publisher'] },
    ],
    resources: tables.flatMap((table, index) => [
      tableResource(table, index + 1),
      reportResource(table, index + 1),
    ]),
  }
}

const tableResource = ({ file, columns }: DescribedTable, position: number) => ({
  name: `table-${position}`,
  type: 'table',
  title: file.name,
  path: file.name,
  format: 'csv',
  mediatype: mediaTypeOf(file.name),
  encoding: 'utf-8',
  bytes: file.bytes,
  hash: `sha256:${file.sha256}`,
  dialect: { delimiter: ',', quoteChar: '"', header: true },
  schema: { fields: columns.map(field), missingValues: [''] },
})

const reportResource = ({ reportFile }: DescribedTable, position: number) => ({
  name: `report-${position}`,
  title: reportFile.name,
  path: reportFile.name,
  format: 'json',
  mediatype: 'application/json',
  encoding: 'utf-8',
  bytes: reportFile.bytes,
  hash: `sha256:${reportFile.sha256}`,
})

const field = ({ name, type, missing }: TwinColumn) => ({
  name,
  type,
  ...(missing !== null && { missingValues: ['', missing] }),
})
