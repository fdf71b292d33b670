/** Certificates: what the platform states about a delivery under its signature. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { hexDigest, leafType } from '../core/transparency/leaves.ts'
import { terms } from '../market/terms.ts'
import { agreement, checkOutcome, publishedReport } from './reports.ts'
import { sourceAccount } from './sources.ts'

/**
 * Names the path of the JWK set (RFC 7517) with the public halves of all keys that ever signed a
 * certificate.
 */
export const certificateKeysPath = '/.well-known/semblance-certificate-keys.json'

/** A SHA-256 in lower-case hexadecimal. */
const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** Lists the ways in which a key may have ended, by what may be claimed of it. */
export const destructionMethods = ['overwritten', 'volatile', 'unlinked'] as const
export type DestructionMethod = (typeof destructionMethods)[number]

/** States what was done to the keys of the originals, limited to what the method lets the platform claim. */
export const destructionStatements: Record<DestructionMethod, string> = {
  overwritten:
    'Semblance overwrote and removed its only copy of each key that the uploaded originals were encrypted with. A storage device may retain blocks that it has remapped.',
  volatile:
    'Semblance kept its only copy of each key that the uploaded originals were encrypted with in a file system in memory, and erased it there.',
  unlinked:
    'Semblance removed each key that the uploaded originals were encrypted with from where it was kept. Nothing is claimed about what disks, logs and backups retain of it.',
}

/** States that originals may have been on a disk in the clear while they were processed. */
export const clearStatement =
  'While they were processed, the originals were in the clear in a directory that is not known to be in memory. Nothing is claimed about traces of them there.'

const party = z.object({ id: z.string(), name: z.string() })

const privacyFacts = publishedReport.shape.privacy
  .pick({
    mode: true,
    unit: true,
    epsilon: true,
    delta: true,
    rhoBudget: true,
    rhoSpent: true,
    untested: true,
  })
  .extend({
    checks: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        /** Missing in certificates of earlier releases. */
        outcome: checkOutcome.optional(),
        pass: z.boolean(),
      }),
    ),
  })

/**
 * Describes the payload of a certificate: published figures only, and no person's name. `iss` is
 * the platform's address, `jti` the certificate's ID, `iat` its time of issue in seconds (RFC
 * 7519).
 */
export const certificate = z.object({
  iss: z.string(),
  jti: z.uuid(),
  iat: z.number().int(),
  /** Marks the sample marketplace, whose companies and originals are fictitious. */
  sample: z.boolean(),
  contract: z.object({ id: z.string(), title: z.string(), dprId: z.string() }),
  client: party,
  vendor: party,
  /** The contract's terms at the time of the delivery; null where it states none. */
  terms: terms
    .pick({ dataFormats: true, sampleRecords: true, minAccuracyPercent: true, privacyLevel: true })
    .extend({ minRecords: z.number().int().nullable() }),
  /** Names the license that was issued with it, and the SHA-256 of its policy; absent in certificates of earlier releases. */
  license: z.object({ id: z.uuid(), url: z.string(), sha256: digest }).optional(),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: digest })).min(1),
  tables: z.array(
    z.object({
      file: z.string(),
      /** Holds the hash of the table's validation report in JSON, one of the files. */
      reportSha256: digest,
      records: z.number().int(),
      columns: z.number().int(),
      /** 0 to 100; of columns and pairs alone in earlier ones. */
      qualityScore: z.number(),
      /** Holds the parts of the quality score. */
      accuracy: agreement,
      privacy: privacyFacts,
    }),
  ),
  /**
   * States what the delivery adds to the privacy account of its source, per row; absent in certificates of earlier
   * releases.
   */
  source: sourceAccount.optional(),
  /**
   * Names the leaves of the deal that were in the transparency log, or on their way there, when the certificate was
   * issued; its own leaf follows them and commits to its SHA-256. Absent in certificates of earlier releases.
   */
  log: z
    .object({
      origin: z.string(),
      /** The chain that the certificate's own leaf continues. */
      deal: z.string(),
      entries: z.array(z.object({ type: leafType, entry: hexDigest })),
      /** The newest published checkpoint at that time; null before the first. */
      checkpoint: z.object({ size: z.number().int(), rootHex: hexDigest }).nullable(),
    })
    .optional(),
  engine: z.object({ name: z.string(), version: z.string() }),
  /** The uploaded files; a hash is absent where it is not known. */
  originals: z.array(z.object({ bytes: z.number().int(), sha256: digest.optional() })),
  /** Absent where no original was uploaded: in the sample marketplace. */
  destruction: z
    .object({
      at: z.iso.datetime(),
      statement: z.string(),
      /** Names what the statement claims, and where the keys were; absent in certificates of earlier releases. */
      method: z.enum(destructionMethods).optional(),
      keyStore: z.enum(['files', 'database']).optional(),
      /** The SHA-256 of the audit log row that records the destruction. */
      auditRowSha256: digest,
    })
    .optional(),
})
export type Certificate = z.infer<typeof certificate>

/** States what is kept of originals that are destroyed. */
export const hashesStatement =
  'Semblance keeps hashes of the files and, under a key of the vendor’s own that it holds, of their rows, by which it knows the same data again.'

/** States the limits of a certificate, for all who rely on one. */
export const certificateLimits =
  'A certificate cannot show that nobody keeps another copy of an original or of its key, what memory or swap retain of them, or what the files are used for.'

/** Holds a certificate as a compact JWS (RFC 7515). */
const signedCertificate = z.object({ id: z.uuid(), jws: z.string() })
export type SignedCertificate = z.infer<typeof signedCertificate>

const listedCertificate = z.object({
  id: z.uuid(),
  deliveryId: z.uuid(),
  issuedAt: z.date(),
})

export const certificates = {
  get: oc
    .route({
      method: 'GET',
      path: '/certificates/{id}',
      summary: 'A certificate by its ID, for anyone who has it',
    })
    .input(z.object({ id: z.uuid() }))
    .output(signedCertificate),
  list: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/certificates',
      summary: "The certificates of a contract's deliveries, newest first",
    })
    .input(pageInput.extend({ contractId: z.string().max(40) }))
    .output(pageOf(listedCertificate)),
}
