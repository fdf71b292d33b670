/** Chains of leaves with their openings, each leaf proven in the newest published tree of its log. Run as the system. */
import {
  consistencyProof,
  type DossierChain,
  type DossierLog,
  inclusionProof,
  leafType,
  readFrom,
  tilesOf,
  toBase64,
  toHex,
} from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import {
  findOpenLog,
  type LogRow,
  listLogs,
  verifierKey,
} from '../../platform/transparency/logs.ts'
import { findCheckpoint, readTiles } from '../../platform/transparency/tree-queries.ts'
import { type ChainRow, listChains, listFirstCheckpoints } from './chain-queries.ts'

/** Names a chain and the one that its first leaf continues. */
export type ChainName = Pick<DossierChain, 'id' | 'follows'>

export type ProvenChains = { chains: DossierChain[]; logs: DossierLog[] }

type Tree = { log: LogRow; size: number; note: string; read: ReturnType<typeof readFrom> }

/**
 * Reads the chains that have leaves. The logs are those of their leaves and the one that signs, each with
 * the checkpoints that first covered a leaf, and with the one of `since` leaves if there is one.
 */
export async function readChains(
  tx: Tx,
  names: readonly ChainName[],
  since: number | null,
): Promise<ProvenChains> {
  const rows = await listChains(
    tx,
    names.map(({ id }) => id),
  )
  const open = await findOpenLog(tx)
  const logs: DossierLog[] = []
  const trees = new Map<number, Tree>()
  for (const log of await listLogs(tx)) {
    const leaves = rows.filter((row) => row.log === log.number)
    if (leaves.length === 0 && log.number !== open?.number) continue
    const indexes = leaves.map(({ index }) => Number(index))
    const described = { origin: log.origin, verifierKey: verifierKey(log).text }
    const newest = await findCheckpoint(tx, log.number, { isPublished: true })
    if (!newest) {
      logs.push({ ...described, checkpoint: null, history: [] })
      continue
    }
    const size = Number(newest.size)
    const earlier = (await listFirstCheckpoints(tx, log.number, indexes, since)).filter(
      (head) => Number(head.size) < size,
    )
    const edges = earlier.flatMap((head) => [Number(head.size) - 1, Number(head.size)])
    const read = readFrom(
      await readTiles(
        tx,
        log.number,
        tilesOf(
          [...indexes, ...edges].filter((at) => at < size),
          size,
        ),
      ),
    )
    trees.set(log.number, { log, size, note: newest.note, read })
    const history = earlier.map((head) => ({
      checkpoint: head.note,
      proof: consistencyProof(read, Number(head.size), size).map(toBase64),
    }))
    logs.push({ ...described, checkpoint: newest.note, history })
  }
  const chains = names.flatMap(({ id, follows }) => {
    const leaves = rows.filter(({ deal }) => deal === id).map((row) => leafOf(row, trees))
    return leaves.length > 0 ? [{ id, follows, leaves }] : []
  })
  return { chains, logs }
}

function leafOf(
  { type, commitment, salt, payload, log, index }: ChainRow,
  trees: Map<number, Tree>,
) {
  const tree = log === null ? undefined : trees.get(log)
  const at = Number(index)
  const place =
    tree && at < tree.size
      ? {
          origin: tree.log.origin,
          index: at,
          proof: inclusionProof(tree.read, at, tree.size).map(toBase64),
        }
      : null
  const opening = salt && payload !== null ? { salt: toHex(salt), payload } : null
  return { type: leafType.parse(type), commitment: toHex(commitment), place, opening }
}
