import type { PublishedReport, SourceAccount } from '@semblance/contract'
import type { Subject } from './queries.ts'
import type { TwinColumn } from './twin-columns.ts'

/** Describes a certificate to be issued, with its license and its contract. */
export type CertificateDraft = {
  id: string
  /** True where the vendor measured on its own premises; absent for all others. */
  isMeasuredByVendor?: boolean
  /** The data was read through a connection of the vendor's. */
  isConnected?: boolean
  /** A twin that was made once is copied for the contract. */
  isCopy?: boolean
  address: string
  license: { id: string; address: string }
  subject: Subject
}

/** Names a file on disk, and the name that the client will see. */
export type WrittenFile = { path: string; name: string }

/** Describes a table of a delivery: its twin, and its report in JSON. */
export type WrittenTable = { twin: WrittenFile; reportFile: WrittenFile; report: PublishedReport }

/** Describes a table as a certificate states it. */
export type CertifiedTable = {
  twin: Pick<WrittenFile, 'name'>
  reportFile: Pick<WrittenFile, 'name'>
  report: PublishedReport
}

export type DescribedFile = { name: string; bytes: number; sha256: string }

/** Describes a table of a delivery after its files were read. */
export type DescribedTable = {
  file: DescribedFile
  reportFile: DescribedFile
  report: PublishedReport
  columns: TwinColumn[]
}

/** Describes the input for the documents of a dataset. */
export type Described = { at: Date; account: SourceAccount | null; tables: DescribedTable[] }
