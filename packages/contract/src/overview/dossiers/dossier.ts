/**
 * The dossier of a deal: one archive with all that a side may see of it, and with what proves it. Its
 * manifest lists everything else and is signed by the key of the transparency log.
 */
import { z } from 'zod'
import { sides } from '../../core/sides.ts'
import { hexDigest, leafType } from '../../core/transparency/leaves.ts'

/** Names the two files that are in every dossier. */
export const dossierFiles = { manifest: 'dossier.json', signature: 'dossier.note' } as const

/** Limits the archive, which holds documents and no data. */
export const MAX_DOSSIER_BYTES = 256 * 1024 ** 2

/** Lists what a document of a dossier can be. `keys` is the set that certificates, findings and draws are signed with. */
export const dossierDocumentKinds = [
  'contract',
  'agreement',
  'agreement_text',
  'fee_annex',
  'invoice',
  'statement',
  'credit_note',
  'report',
  'certificate',
  'finding',
  'draw',
  'ruling',
  'keys',
] as const
export type DossierDocumentKind = (typeof dossierDocumentKinds)[number]

const hash = z.string().regex(/^[A-Za-z\d+/]{43}=$/)
const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const amount = z.string().regex(/^-?\d{1,18}$/)

const dossierLeaf = z.strictObject({
  type: leafType,
  commitment: hexDigest,
  /** The place in a log and the path to its checkpoint; null while the leaf waits for its place. */
  place: z.strictObject({ origin: z.string(), index: position, proof: z.array(hash) }).nullable(),
  /** Null once it is erased. */
  opening: z.strictObject({ salt: hexDigest, payload: z.string() }).nullable(),
})
export type DossierLeaf = z.infer<typeof dossierLeaf>

const dossierChain = z.strictObject({
  /** The subscription that it belongs to, the request, the offer or the contract; with `/client` or `/vendor` behind it what one side alone reads. */
  id: z.string(),
  /** Names the chain that the first leaf continues. */
  follows: z.string().nullable(),
  leaves: z.array(dossierLeaf).min(1),
})
export type DossierChain = z.infer<typeof dossierChain>

const dossierLog = z.strictObject({
  origin: z.string(),
  verifierKey: z.string(),
  /** The newest published checkpoint; null before the first. */
  checkpoint: z.string().nullable(),
  /** Earlier checkpoints, each with the proof that the newest tree begins with its tree. */
  history: z.array(z.strictObject({ checkpoint: z.string(), proof: z.array(hash) })),
})
export type DossierLog = z.infer<typeof dossierLog>

/** Names the accounts that an entry's legs touch: escrow for both sides, the fee for the client alone. */
export const dossierEntryParts = ['escrow', 'fee'] as const

const dossierEntry = z.strictObject({
  part: z.enum(dossierEntryParts),
  id: z.uuid(),
  kind: z.string(),
  effectiveAt: z.iso.datetime(),
  legs: z.array(z.strictObject({ dr: z.string(), cr: z.string(), amountCents: amount })).min(1),
})
export type DossierEntry = z.infer<typeof dossierEntry>

const dossierDocument = z.strictObject({
  path: z.string(),
  kind: z.enum(dossierDocumentKinds),
  mediaType: z.string(),
  bytes: position,
  sha256: hexDigest,
})
export type DossierDocument = z.infer<typeof dossierDocument>

const differIn =
  <Name extends string>(name: Name) =>
  (items: Record<Name, string>[]) =>
    new Set(items.map((item) => item[name])).size === items.length

/** Describes the manifest; amounts are cents as text. */
export const dossier = z.strictObject({
  v: z.literal(1),
  /** The contract, or the twin for a listing. */
  deal: z.string(),
  side: z.enum(sides),
  /** The platform's address. */
  issuer: z.string(),
  /** Marks the sample marketplace, whose companies are made up. */
  sample: z.boolean(),
  /** The origin of the log whose key has signed the manifest. */
  signedBy: z.string(),
  logs: z.array(dossierLog).min(1).refine(differIn('origin')),
  chains: z.array(dossierChain).refine(differIn('id')),
  entries: z.array(dossierEntry),
  /** Balances of the contract's own accounts; of the fee in the client's dossier alone. */
  balances: z.strictObject({
    heldCents: amount,
    fee: z.strictObject({ heldCents: amount, earnedCents: amount }).nullable(),
  }),
  documents: z.array(dossierDocument).refine(differIn('path')),
})
export type Dossier = z.infer<typeof dossier>

/** Returns the text that is signed: it names the manifest by its SHA-256, and is no checkpoint of any log. */
export const dossierNoteText = (origin: string, manifestSha256: string): string =>
  `semblance-dossier/v1\n${origin}\n${manifestSha256}\n`
