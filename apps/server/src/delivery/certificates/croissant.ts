/** The metadata of a delivery as MLCommons Croissant 1.0: http://mlcommons.org/croissant/1.0. */
import { mediaTypeOf } from '@semblance/contract'
import { descriptionOf } from './dataset-description.ts'
import type { ColumnType, TwinColumn } from './twin-columns.ts'
import type { CertificateDraft, Described, DescribedFile, DescribedTable } from './types.ts'

/** The terms of the vocabulary that are used below, and those that its readers expect to be named. */
const context = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
}

const dataTypes: Record<ColumnType, string> = {
  integer: 'sc:Integer',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
  date: 'sc:Date',
  datetime: 'sc:DateTime',
  string: 'sc:Text',
}

/**
 * Describes a dataset in Croissant. Files are in the same folder as the metadata, so their names
 * are their addresses.
 */
export function croissant(draft: CertificateDraft, { at, tables }: Described) {
  const { address, license, subject } = draft
  const day = at.toISOString().slice(0, 10)
  return {
    '@context': context,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: subject.title,
    description: descriptionOf(draft, tables),
    url: address,
    license: {
      '@type': 'sc:CreativeWork',
      name: `As agreed in contract ${subject.id} between ${subject.client_name} and ${subject.vendor_name}`,
      url: license.address,
    },
    creator: { '@type': 'sc:Organization', name: subject.vendor_name },
    publisher: { '@type': 'sc:Organization', name: 'Semblance' },
    datePublished: day,
    version: '1.0.0',
    isLiveDataset: false,
    distribution: tables.flatMap(({ file, reportFile }) => [
      fileObject(file),
      fileObject(reportFile),
    ]),
    recordSet: tables.map(recordSet),
  }
}

const fileObject = ({ name, bytes, sha256 }: DescribedFile) => ({
  '@type': 'cr:FileObject',
  '@id': name,
  name,
  contentSize: `${bytes} B`,
  contentUrl: encodeURIComponent(name),
  encodingFormat: mediaTypeOf(name),
  sha256,
})

function recordSet({ file, columns, report }: DescribedTable, position: number) {
  const id = `table-${position + 1}`
  return {
    '@type': 'cr:RecordSet',
    '@id': id,
    name: file.name,
    description: `${report.rows.synthetic} synthetic records of ${columns.length} columns.`,
    field: columns.map((column, index) => field(column, `${id}/column-${index + 1}`, file)),
  }
}

const field = ({ name, type, missing }: TwinColumn, id: string, file: DescribedFile) => ({
  '@type': 'cr:Field',
  '@id': id,
  name,
  description: missing === null ? `Column ${name}.` : `Column ${name}; "${missing}" means missing.`,
  // Texts that mean missing are no numbers: a reader that converts strictly must not stumble over them.
  dataType: missing === null ? dataTypes[type] : dataTypes.string,
  source: { fileObject: { '@id': file.name }, extract: { column: name } },
})
