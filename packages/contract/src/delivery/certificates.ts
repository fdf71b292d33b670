/** Certificates: what the platform states about a delivery under its signature. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { hexDigest, leafType } from '../core/transparency/leaves.ts'
import { terms } from '../market/terms.ts'
import { certifiedConnection } from './connections/connected-certificates.ts'
import { certifiedMeasurement } from './measured/measured-certificates.ts'
import { agreement, checkOutcome, publishedReport } from './reports.ts'
import { guarantee, sourceAccount } from './sources.ts'

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

/** Lists the claims of a certificate that its parties disclose one by one, or not at all. */
export const disclosedClaims = ['agreement', 'price', 'escrow', 'fee'] as const
export type DisclosedClaim = (typeof disclosedClaims)[number]

export const disclosedClaimLabels: Record<DisclosedClaim, string> = {
  agreement: 'Document of the agreement',
  price: 'Agreed price',
  escrow: 'Escrow entries',
  fee: 'Fee of the platform',
}

/** Cents as text. */
const amount = z.string().regex(/^-?\d{1,18}$/)

/**
 * Names a ledger entry, and the leaf of the log that commits to it with a salt, so that its amounts cannot be guessed;
 * null for an entry from before the log.
 */
const certifiedEntry = z.strictObject({ id: z.uuid(), leaf: hexDigest.nullable() })

const disclosable = {
  /** The document states the price, so that its hash, which has no salt, lets it be guessed. */
  agreement: z.strictObject({ sha256: digest, revision: z.number().int() }),
  /** The price that was agreed when the certificate was issued; what is due may be less. */
  price: z.strictObject({ cents: amount, currency: z.literal('USD') }),
  /** The entries that moved the price into escrow or out of it by then, and what they leave there. */
  escrow: z.strictObject({ heldCents: amount, entries: z.array(certifiedEntry) }),
  /** The agreed fee, and the entries by which it was paid by then. */
  fee: z.strictObject({ cents: amount, paidCents: amount, entries: z.array(certifiedEntry) }),
} satisfies Record<DisclosedClaim, z.ZodType>
export type DisclosableClaims = { [Claim in DisclosedClaim]: z.infer<(typeof disclosable)[Claim]> }

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
  /** Absent, as is the client, for a twin that its vendor measured for a listing. */
  contract: z.object({ id: z.string(), title: z.string(), dprId: z.string() }).optional(),
  client: party.optional(),
  vendor: party,
  /** Present for a twin without a contract: its name by its vendor, and what it is for. */
  listing: z.object({ title: z.string(), statement: z.string() }).optional(),
  /** The contract's terms at the time of the delivery, or the privacy level that the vendor chose for a listing; null where none is stated. */
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
   * States the privacy account of the source, for one row each, and what the delivery may disclose by itself, with the model
   * that its rows were drawn from; absent where nothing was accounted for.
   */
  privacyAccount: sourceAccount.extend({ unit: z.literal('row'), delivery: guarantee }).optional(),
  /** States the same without the delivery by itself, in certificates of earlier releases. */
  source: sourceAccount.optional(),
  /**
   * Names the leaves of the deal that were in the transparency log, or on their way there, when the certificate was
   * issued; its own leaf follows them and commits to its SHA-256. Absent in certificates of earlier releases and of twins for a
   * listing.
   */
  log: z
    .object({
      origin: z.string(),
      /** The chain that the certificate's own leaf continues. */
      deal: z.string(),
      /** `index` is the place in the tree of `origin`, where it had one. */
      entries: z.array(
        z.object({
          type: leafType,
          entry: hexDigest,
          index: z.number().int().min(0).nullable().optional(),
        }),
      ),
      /** The newest published checkpoint at that time; null before the first. */
      checkpoint: z.object({ size: z.number().int(), rootHex: hexDigest }).nullable(),
    })
    .optional(),
  engine: z.object({ name: z.string(), version: z.string() }),
  /** The uploaded files, or those that were read from a bucket; a hash is absent where it is not known. */
  originals: z.array(z.object({ bytes: z.number().int(), sha256: digest.optional() })),
  /** Present where the vendor measured on its own premises: what it signed, and who attests what. */
  measurement: certifiedMeasurement.optional(),
  /** Present where the data was read through a connection of the vendor's: who held what. */
  connection: certifiedConnection.optional(),
  /** Present where a twin that was made once was copied for this contract: the listing that was bought. */
  copy: z
    .object({
      listing: z.string(),
      revision: z.number().int(),
      /** The time at which the twin was ready first. */
      madeAt: z.iso.datetime(),
      statement: z.string(),
    })
    .optional(),
  /** Absent where no original was uploaded: where the vendor measured or the data was read where it is, and in the sample marketplace. */
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
  /** Present where this copy discloses them. */
  agreement: disclosable.agreement.optional(),
  price: disclosable.price.optional(),
  escrow: disclosable.escrow.optional(),
  fee: disclosable.fee.optional(),
})
export type Certificate = z.infer<typeof certificate>

/** States what is kept of originals that are destroyed. */
export const hashesStatement =
  'Semblance keeps hashes of the files and, under a key of the vendor’s own that it holds, of their rows, by which it knows the same data again.'

/** States that what was measured outlives the originals. */
export const modelStatement =
  'Semblance also keeps the model that was measured: noisy counts, at the privacy level that this certificate states, and sealed beside them which rows were held out, without the rows. Later deliveries of the same files may be drawn from it.'

/** States what a certificate of a twin without a contract is of. */
export const listingStatement =
  'This twin was made for a listing: no contract asked for it, and no client received it with this certificate. Each copy that is bought comes with a certificate of its own contract.'

/** States what a copy of a listed twin is. */
export const copyStatement =
  'The tables are copies of a twin that was made once and is sold to anyone who buys it; others may hold the same rows. Making a copy looks at no original and tells nothing more about any row: what is stated of privacy is what was measured when the twin was made.'

/** States the limits of a certificate, for all who rely on one. */
export const certificateLimits =
  'A certificate cannot show that nobody keeps another copy of an original or of its key, what memory or swap retain of them, or what the files are used for.'

/** Returns the account of the source that a certificate states; undefined without one. */
export const accountOf = ({ privacyAccount, source }: Certificate) => privacyAccount ?? source

/** States who is given the price with a certificate. */
export const disclosureRule =
  'Semblance gives the price, the escrow entries and the document of the agreement to the parties alone, and the fee to the client alone. Who has a disclosure can hand it on. A copy without it has a salted digest, from which it cannot be computed.'

/**
 * Holds a certificate as a compact JWS (RFC 7515), without what is disclosed apart, and as an SD-JWT (RFC 9901) with the
 * disclosures that the caller may read; that is null for certificates of earlier releases, which have none.
 */
const signedCertificate = z.object({ id: z.uuid(), jws: z.string(), sdJwt: z.string().nullable() })
export type SignedCertificate = z.infer<typeof signedCertificate>

const listedCertificate = z.object({
  id: z.uuid(),
  deliveryId: z.uuid(),
  issuedAt: z.date(),
  /** Names the format of its file: an SD-JWT, or a JWS of earlier releases. */
  format: z.enum(['jws', 'sd-jwt']),
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
