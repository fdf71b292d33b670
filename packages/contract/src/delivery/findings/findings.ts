/** Findings: what the platform measured about the claims of a dispute, under its signature. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../../core/paging.ts'
import { columnRule, tableRule } from '../../market/rules/agreed-rules.ts'
import { dataFormats } from '../../market/terms.ts'
import { dispute } from '../../money/disputes/dispute.ts'
import { dataClaim, dataClaims } from '../../money/disputes/dispute-claims.ts'
import { certificate } from '../certificates.ts'
import { gateItem, publishedReport } from '../reports.ts'

export const findingOutcomes = ['confirmed', 'refuted', 'inconclusive'] as const
export type FindingOutcome = (typeof findingOutcomes)[number]
export const findingOutcomeLabels: Record<FindingOutcome, string> = {
  confirmed: 'Confirmed',
  refuted: 'Refuted',
  inconclusive: 'Cannot tell',
}

/** Lists the reasons of an inconclusive measurement. */
export const findingReasons = [
  'files_differ',
  'no_model',
  'measured_by_vendor',
  'no_figures',
  'not_measured',
  'too_coarse',
  'noise',
] as const
export type FindingReason = (typeof findingReasons)[number]

export const findingReasonTexts: Record<FindingReason, string> = {
  files_differ:
    'A file is not what was delivered: its SHA-256 differs from the certificate’s, or it cannot be read. It was not measured.',
  no_model:
    'This delivery is from before the figures measured of an original were kept. The original itself is destroyed, so there is nothing to hold the data against.',
  measured_by_vendor:
    'The vendor measured the original on its own premises. What it sent of it is its own word and no evidence against it, and Semblance has never had the original.',
  no_figures: 'The report of the delivery does not hold the figures that this is compared with.',
  not_measured: 'What was kept of the original does not show this.',
  too_coarse:
    'With so few rows the noise leaves only coarse groups of values, in which the data looks closer to the original than it may be.',
  noise: 'What was found is within the noise of what it is compared with.',
}

/** Percent, with 95 % confidence; no value where noise hides it. */
const noisyPercent = z.object({ value: z.number().nullable(), low: z.number(), high: z.number() })
export type NoisyPercent = z.infer<typeof noisyPercent>

export const measurement = z.discriminatedUnion('type', [
  /** `rows` of the table, and those of them that break the rule. */
  z.object({
    type: z.literal('column_rule'),
    rows: z.number().int(),
    breaking: z.number().int(),
  }),
  z.object({
    type: z.literal('accuracy'),
    table: z.string(),
    found: noisyPercent,
    /** Holds the accuracy that the price follows, or else the agreed minimum. */
    wantedPercent: z.number(),
    reportedPercent: z.number(),
  }),
  /** `tolerated`: how many fewer the check at the delivery lets pass, as noise moves the number. */
  z.object({
    type: z.literal('records'),
    found: z.number().int(),
    wanted: z.number().int(),
    tolerated: z.number().int(),
  }),
  z.object({
    type: z.literal('format'),
    tables: z.array(
      z.object({
        table: z.string(),
        /** Null: the certificate names no such file. */
        file: z.string().nullable(),
        /** False for content in another format, or that cannot be read. */
        isReadable: z.boolean(),
        /** True if columns and number of rows are those of the table. */
        isSameTable: z.boolean(),
      }),
    ),
  }),
  z.object({
    type: z.literal('pair'),
    found: noisyPercent,
    /** The report's mean of all pairs. */
    wantedPercent: z.number(),
  }),
])
export type Measurement = z.infer<typeof measurement>

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const judgedClaim = z.object({
  id: z.uuid(),
  claim: dataClaim,
  outcome: z.enum(findingOutcomes),
  /** Null unless the outcome is `inconclusive`. */
  reason: z.enum(findingReasons).nullable(),
  measured: measurement.nullable(),
  /** The whole price in cents that the terms give a confirmed claim; null where they give none. */
  priceCents: z.number().int().nullable(),
})
export type JudgedClaim = z.infer<typeof judgedClaim>

/** Divides what is at stake in the dispute, in cents. */
const findingSplit = z.object({
  /** The claim with the lowest price. */
  claimId: z.uuid(),
  priceCents: z.number().int(),
  toVendorCents: z.number().int(),
  toClientCents: z.number().int(),
})

/**
 * Describes the payload of a finding. `iss` is the platform's address, `jti` the finding's ID, `iat` its time in
 * seconds (RFC 7519). It proposes and decides nothing.
 */
export const finding = z.object({
  iss: z.string(),
  jti: z.uuid(),
  iat: z.number().int(),
  sample: z.boolean(),
  dispute: z.string(),
  contract: certificate.shape.contract.unwrap(),
  client: certificate.shape.client.unwrap(),
  vendor: certificate.shape.vendor,
  /** The certificate that names the measured files. */
  certificate: z.uuid(),
  files: z.array(
    z.object({
      name: z.string(),
      /** States the hash in the certificate. */
      sha256: digest,
      /** States the hash of the stored file; null if it cannot be read. */
      foundSha256: digest.nullable(),
    }),
  ),
  engine: certificate.shape.engine,
  claims: z.array(judgedClaim).min(1),
  /** Null: the outcomes and the terms give no other price. */
  split: findingSplit.nullable(),
})
export type Finding = z.infer<typeof finding>

/** Holds claims that the client had measured for itself, before a dispute; unsigned, and the vendor reads nothing of it. */
export const claimCheck = z.object({
  id: z.uuid(),
  /**
   * Stays failed until staff try it again, or the client measures again. Outdated once the delivery has been replaced or
   * is not there any more.
   */
  state: z.enum(['measuring', 'failed', 'measured', 'outdated']),
  claims: z.array(dataClaim),
  /** Holds the judgements in the order of the claims; empty until they are measured. */
  judged: z.array(judgedClaim.omit({ id: true })),
  createdAt: z.date(),
})
export type ClaimCheck = z.infer<typeof claimCheck>

const claimed = z.object({ id: z.uuid(), claim: dataClaim, createdAt: z.date() })

/** A finding as a compact JWS (RFC 7515), the same for both parties and staff. */
const signedFinding = z.object({ id: z.uuid(), jws: z.string(), measuredAt: z.date() })
export type SignedFinding = z.infer<typeof signedFinding>

export const disputeFindings = z.object({
  disputeId: z.string(),
  /** Oldest first. */
  claims: z.array(claimed),
  /** measuring: claims wait for their finding; failed: until staff try it again. */
  state: z.enum(['nothing_claimed', 'measuring', 'failed', 'measured', 'ended']),
  /** Newest first; the first one counts. Each covers all claims that were made before it. */
  findings: z.array(signedFinding),
})
export type DisputeFindings = z.infer<typeof disputeFindings>

/** Describes what can be claimed of a contract's delivery. */
export const claimable = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      /** Rules of the data contract; `column` is null for one of the whole table. */
      rules: z.array(
        z.object({ column: z.string().nullable(), rule: z.union([tableRule, columnRule]) }),
      ),
    }),
  ),
  formats: z.array(z.enum(dataFormats)),
  /** The agreed number of records; null for none. */
  records: z.number().int().nullable(),
  /** Holds the accuracy that the price follows, or else the agreed minimum; null for neither. */
  accuracyPercent: z.number().nullable(),
  /** False where no figures of the original were kept: claims about accuracy and pairs are then inconclusive. */
  hasModel: z.boolean(),
  /** True where those figures are the vendor's own, against which nothing is held: the same claims are inconclusive. */
  isMeasuredByVendor: z.boolean(),
})
export type Claimable = z.infer<typeof claimable>

/** Describes what staff read of a live dispute's delivery. */
export const disputeEvidence = z.object({
  certificate: z.object({ id: z.uuid(), jws: z.string() }).nullable(),
  deliveredAt: z.date(),
  report: publishedReport,
  otherReports: z.array(z.object({ name: z.string(), report: publishedReport })),
  gate: z.array(gateItem).nullable(),
})
export type DisputeEvidence = z.infer<typeof disputeEvidence>

const byDispute = z.object({ disputeId: z.string().max(40) })
const byContract = z.object({ contractId: z.string().max(40) })
const byFinding = z.object({ findingId: z.uuid() })

export const findings = {
  claimable: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/claimable',
      summary: 'What can be claimed of the delivery; null without one (client)',
    })
    .input(byContract)
    .output(claimable.nullable()),
  check: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/claim-check',
      summary:
        'Measure claims about the delivery before a dispute, for the caller alone, at most twenty times (client)',
    })
    .input(byContract.extend({ claims: dataClaims.min(1, 'Choose what is wrong') }))
    .output(claimCheck),
  checked: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/claim-check',
      summary: 'The claims about the delivery that were measured last before a dispute (client)',
    })
    .input(byContract)
    .output(claimCheck.nullable()),
  claim: oc
    .route({
      method: 'POST',
      path: '/disputes/{disputeId}/claims',
      summary: 'Add claims about the data to a live dispute, which are measured (client)',
    })
    .input(byDispute.extend({ claims: dataClaims.min(1, 'Choose what is wrong') }))
    .output(disputeFindings),
  list: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/findings',
      summary: "Claims and findings of a contract's disputes, newest first, for either party",
    })
    .input(pageInput.extend(byContract.shape))
    .output(pageOf(disputeFindings)),
  propose: oc
    .route({
      method: 'POST',
      path: '/findings/{findingId}/settlement',
      summary: 'Propose the split of the newest finding as a settlement (either party)',
    })
    .input(byFinding)
    .output(dispute),
  staff: {
    open: oc
      .route({
        method: 'POST',
        path: '/admin/disputes/{disputeId}/evidence',
        summary:
          'Report, gate, certificate and findings of a live dispute, which is recorded (staff)',
      })
      .input(byDispute)
      .output(disputeFindings.extend({ delivery: disputeEvidence.nullable() })),
  },
}
