/** Lists the formats of files: extensions, labels and media types of each, and what it may be used for. */

/**
 * Names the roles of files: a vendor's delivery, its offer's sample, attachments, documents that staff
 * look at, agreed formats, and formats made on request.
 */
export type FileRole = 'upload' | 'sample' | 'attachment' | 'document' | 'delivery' | 'export'

export type FileKind = 'table' | 'records' | 'archive' | 'document'

type FileFormat = {
  id: string
  label: string
  /** Lower case, without the dot before it; the first one names the format in sentences. */
  extensions: readonly string[]
  mediaType: string
  kind: FileKind
  roles: readonly FileRole[]
}

const plainFormats = [
  {
    id: 'csv',
    label: 'CSV',
    extensions: ['csv'],
    mediaType: 'text/csv',
    kind: 'table',
    roles: ['upload', 'sample', 'attachment', 'delivery'],
  },
  {
    id: 'tsv',
    label: 'TSV',
    extensions: ['tsv', 'tab'],
    mediaType: 'text/tab-separated-values',
    kind: 'table',
    roles: ['upload', 'sample'],
  },
  {
    id: 'txt',
    label: 'Text',
    extensions: ['txt'],
    mediaType: 'text/plain',
    kind: 'document',
    roles: ['upload', 'sample', 'attachment'],
  },
  {
    id: 'dat',
    label: 'DAT',
    extensions: ['dat', 'data'],
    mediaType: 'text/plain',
    kind: 'document',
    roles: ['upload', 'sample'],
  },
  {
    id: 'xlsx',
    label: 'Excel (XLSX)',
    extensions: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    kind: 'table',
    roles: ['upload', 'sample', 'attachment', 'delivery', 'export'],
  },
  {
    id: 'xlsm',
    label: 'Excel with macros (XLSM)',
    extensions: ['xlsm'],
    mediaType: 'application/vnd.ms-excel.sheet.macroEnabled.12',
    kind: 'table',
    roles: ['upload', 'sample'],
  },
  {
    id: 'xls',
    label: 'Excel 97-2003 (XLS)',
    extensions: ['xls'],
    mediaType: 'application/vnd.ms-excel',
    kind: 'table',
    roles: ['upload', 'sample', 'attachment'],
  },
  {
    id: 'json',
    label: 'JSON',
    extensions: ['json'],
    mediaType: 'application/json',
    kind: 'records',
    roles: ['upload', 'sample', 'attachment', 'delivery', 'export'],
  },
  {
    id: 'jsonl',
    label: 'JSON Lines',
    extensions: ['jsonl', 'ndjson'],
    mediaType: 'application/jsonl',
    kind: 'records',
    roles: ['upload', 'sample'],
  },
  {
    id: 'parquet',
    label: 'Parquet',
    extensions: ['parquet', 'pq'],
    mediaType: 'application/vnd.apache.parquet',
    kind: 'table',
    roles: ['upload', 'sample', 'attachment', 'export'],
  },
  {
    id: 'zip',
    label: 'Zip archive',
    extensions: ['zip'],
    mediaType: 'application/zip',
    kind: 'archive',
    roles: ['upload', 'attachment'],
  },
  {
    id: 'pdf',
    label: 'PDF',
    extensions: ['pdf'],
    mediaType: 'application/pdf',
    kind: 'document',
    roles: ['attachment', 'document'],
  },
  {
    id: 'png',
    label: 'PNG image',
    extensions: ['png'],
    mediaType: 'image/png',
    kind: 'document',
    roles: ['attachment', 'document'],
  },
  {
    id: 'jpeg',
    label: 'JPEG image',
    extensions: ['jpg', 'jpeg'],
    mediaType: 'image/jpeg',
    kind: 'document',
    roles: ['attachment', 'document'],
  },
  {
    id: 'md',
    label: 'Markdown',
    extensions: ['md'],
    mediaType: 'text/markdown',
    kind: 'document',
    roles: ['attachment'],
  },
  {
    id: 'docx',
    label: 'Word (DOCX)',
    extensions: ['docx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    kind: 'document',
    roles: ['attachment'],
  },
] as const satisfies readonly FileFormat[]

/** One table file, compressed: `orders.csv.gz`. What is in it has to be readable by itself. */
const gzip = {
  id: 'gzip',
  label: 'Gzip',
  extensions: (plainFormats as readonly FileFormat[])
    .filter(({ kind, roles }) => roles.includes('upload') && kind !== 'archive')
    .flatMap(({ extensions }) => extensions.map((extension) => `${extension}.gz`)),
  mediaType: 'application/gzip',
  kind: 'archive',
  roles: ['upload', 'sample', 'attachment'],
} as const satisfies FileFormat

type KnownFormat = (typeof plainFormats)[number] | typeof gzip
type FormatWith<Format, Role> = Format extends { id: string; roles: readonly FileRole[] }
  ? Role extends Format['roles'][number]
    ? Format['id']
    : never
  : never
/** Describes the IDs of the formats that have a role. */
export type FormatId<Role extends FileRole> = FormatWith<KnownFormat, Role>

export const fileFormats: readonly FileFormat[] = [...plainFormats, gzip]

const formatsWith = (role: FileRole) => fileFormats.filter(({ roles }) => roles.includes(role))

/** Returns the IDs of the formats with this role, in the order of the list. */
export const formatIds = <Role extends FileRole>(role: Role): FormatId<Role>[] =>
  formatsWith(role).map(({ id }) => id as FormatId<Role>)

/** Returns the label of each format with this role. */
export const formatLabels = <Role extends FileRole>(role: Role): Record<FormatId<Role>, string> =>
  Object.fromEntries(formatsWith(role).map(({ id, label }) => [id, label])) as never

/** Returns the extensions that files in this role may have, as `csv` and `csv.gz`. */
export const extensionsOf = (role: FileRole): string[] =>
  formatsWith(role).flatMap(({ extensions }) => extensions)

/** Returns the format that a file's name states, in either case; null for one that is not in the list. */
export function formatOfFile(fileName: string): FileFormat | null {
  const name = fileName.toLowerCase()
  const isNamed = (extension: string) => name.endsWith(`.${extension}`)
  return fileFormats.find(({ extensions }) => extensions.some(isNamed)) ?? null
}

/** Returns true if a file of this name may be used in this role. */
export const hasRole = (fileName: string, role: FileRole): boolean =>
  formatOfFile(fileName)?.roles.includes(role) ?? false

/** Returns a file's media type; bytes of an unknown kind for any other name. */
export const mediaTypeOf = (fileName: string): string =>
  formatOfFile(fileName)?.mediaType ?? 'application/octet-stream'

/** Returns the `accept` of a file input; pickers look at the last extension of a name alone. */
export const acceptOf = (role: FileRole): string =>
  [...new Set(extensionsOf(role).map((extension) => `.${extension.split('.').at(-1)}`))].join()

/** Returns the kinds of files in this role for a sentence: "csv, json or zip". */
export function kindsOf(role: FileRole): string {
  const names = formatsWith(role).map(({ extensions }) => extensions[0])
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Returns the name of the CSV file that a table's other format was made from; other names stay as they are. */
export function csvNameOf(fileName: string): string {
  const extension = formatsWith('export')
    .flatMap(({ extensions }) => extensions)
    .find((one) => fileName.endsWith(`.${one}`))
  return extension ? `${fileName.slice(0, -extension.length)}csv` : fileName
}
