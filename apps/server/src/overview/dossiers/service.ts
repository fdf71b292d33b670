/** Dossiers: all that a side may see of a deal, with what proves it, as one archive. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import {
  canonicalJson,
  type Dossier,
  type DossierEntry,
  dossierFiles,
  dossierNoteText,
  type Side,
} from '@semblance/contract'
import { sql } from 'kysely'
import { type ChainName, findSigner, readChains } from '../../core/transparency/service.ts'
import type { ContractRow } from '../../market/contracts/service.ts'
import { contractMoney, getContractForParty, sideOf } from '../../market/contracts/service.ts'
import { listPartyEntries } from '../../money/ledger/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { storedZip } from '../../platform/storage/stored-zip.ts'
import { type DealDocument, listDealDocuments } from './documents.ts'
import { findSubscription, isSample } from './queries.ts'

/** Holds what one moment of the database says; its documents are made after the transaction. */
export type Gathered = {
  manifest: Omit<Dossier, 'documents'>
  documents: DealDocument[]
  sign: (text: string) => string
  /** Some leaves, or the log itself, wait to be integrated. */
  isWaiting: boolean
}

/**
 * Gathers a deal as the caller's side sees it. Call first in a transaction: all is read as of one moment.
 * Null before the first log. Throws not_found for all but the parties and, of samples, visitors.
 */
export async function gatherDossier(
  ctx: Ctx,
  contractId: string,
  since: number | null,
): Promise<Gathered | null> {
  const { tx, platform } = ctx
  await sql`set transaction isolation level repeatable read`.execute(tx)
  const contract = await getContractForParty(ctx, contractId)
  const side = sideOf(ctx, contract)
  const proven = await withSystemRole(tx, async () => ({
    signer: await findSigner(ctx),
    ...(await readChains(
      tx,
      chainsOf(contract, { side, subscription: await findSubscription(tx, contract.dpr_id) }),
      since,
    )),
    entries: await listPartyEntries(tx, contract.id),
    sample: await isSample(tx, contract.client),
  }))
  const { signer, chains, logs } = proven
  if (!signer) return null
  const money = (await contractMoney(tx, [contract.id]))(contract.id)
  const ofClient = {
    heldCents: String(money.feeHeldCents),
    earnedCents: String(money.feeEarnedCents),
  }
  return {
    manifest: {
      v: 1,
      deal: contract.id,
      side,
      issuer: platform.config.publicUrl,
      sample: proven.sample,
      signedBy: signer.origin,
      logs,
      chains,
      entries: proven.entries
        .filter(({ part }) => part === 'escrow' || side === 'client')
        .map(toEntry),
      balances: {
        heldCents: String(money.heldCents),
        fee: side === 'client' ? ofClient : null,
      },
    },
    documents: await listDealDocuments(ctx, { contract, side }),
    sign: signer.sign,
    isWaiting: isWaiting({ logs, chains }),
  }
}

/** Returns true while some leaves, or a log itself, wait to be integrated. */
export const isWaiting = ({ logs, chains }: Pick<Dossier, 'logs' | 'chains'>): boolean =>
  logs.some(({ checkpoint }) => checkpoint === null) ||
  chains.some(({ leaves }) => leaves.some(({ place }) => place === null))

type PartyEntry = Awaited<ReturnType<typeof listPartyEntries>>[number]

const toEntry = ({ part, id, kind, effectiveAt, legs }: PartyEntry): DossierEntry => ({
  ...{ part, id, kind, effectiveAt: effectiveAt.toISOString() },
  legs: legs.map(({ dr, cr, amountCents }) => ({ dr, cr, amountCents: String(amountCents) })),
})

/** The chains of a deal that one side reads: those of both, and its own. */
function chainsOf(
  { id, offer_id, dpr_id }: ContractRow,
  { side, subscription }: { side: Side; subscription: string | null },
): ChainName[] {
  return [
    ...(subscription ? [{ id: subscription, follows: null }] : []),
    { id: dpr_id, follows: subscription },
    { id: offer_id, follows: dpr_id },
    { id, follows: offer_id },
    // Of a request only its client has leaves of its own: any vendor may have made an offer.
    ...(side === 'client' ? [dpr_id, offer_id, id] : [offer_id, id]).map((name) => ({
      id: `${name}/${side}`,
      follows: null,
    })),
  ]
}

/** Makes the documents, and the archive with its signed list of them. */
export async function packDossier({ manifest, documents, sign }: Gathered): Promise<Buffer> {
  const files: File[] = []
  const listed: Dossier['documents'] = []
  for (const { path, kind, mediaType, read } of documents) {
    const content = Buffer.from(await read())
    files.push({ name: path, content })
    listed.push({ path, kind, mediaType, bytes: content.length, sha256: sha256Of(content) })
  }
  const dossier: Dossier = { ...manifest, documents: listed }
  const text = Buffer.from(canonicalJson(dossier))
  const note = sign(dossierNoteText(manifest.signedBy, sha256Of(text)))
  return await zipOf([
    { name: dossierFiles.manifest, content: text },
    { name: dossierFiles.signature, content: Buffer.from(note) },
    ...files,
  ])
}

type File = { name: string; content: Buffer }

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Fixed, so that the same content makes the same bytes. */
const MODIFIED_AT = new Date('1980-01-01T00:00:00Z')

async function zipOf(files: File[]): Promise<Buffer> {
  const archive = storedZip(
    files.map(({ name, content }) => ({
      name,
      bytes: content.length,
      crc32: crc32(content),
      modifiedAt: MODIFIED_AT,
      read: async function* ({ start, end }) {
        yield content.subarray(start, end + 1)
      },
    })),
  )
  return await buffer(archive.read({ start: 0, end: archive.bytes - 1 }))
}
