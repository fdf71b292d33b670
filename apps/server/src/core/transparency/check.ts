/** Compares the log with itself and with the rows: openings, leaves, tiles, checkpoints, and the head kept outside. */
import {
  appendLeaves,
  checkpointText,
  type Hash,
  type LogCheck,
  leafHash,
  openCosignatures,
  openNote,
  parseCheckpoint,
  parseWitnessKey,
  readFrom,
  sameHash,
  TILE_WIDTH,
  tileKey,
  tilesOf,
  toHex,
  treeRoot,
} from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { readHead } from '../../platform/transparency/integrate.ts'
import { type LogRow, listLogs, verifierKey } from '../../platform/transparency/logs.ts'
import {
  countLeaves,
  countStaged,
  findCheckpoint,
} from '../../platform/transparency/tree-queries.ts'
import { listCosignatures } from '../../platform/transparency/witness-queries.ts'
import { countErased, listCheckpoints, listLeaves, listTiles } from './queries.ts'
import { leafInvariants, rowInvariants } from './row-invariants.ts'

export { rowInvariants }

/** Limits the places named of one rule. The first few show where to look. */
const SHOWN_VIOLATIONS = 20

/** Counts the leaves that are read at once. */
const PAGE = 8192

/** Compares everything, which takes seconds for 100,000 leaves. Callers have checked that it is staff who asks. */
export async function checkLog({ tx, now, platform }: SystemCtx): Promise<LogCheck> {
  return await withSystemRole(tx, async () => {
    const violations: string[] = []
    for (const [rule, query] of Object.entries({ ...leafInvariants, ...rowInvariants })) {
      const { rows } = await query.execute(tx)
      violations.push(...rows.slice(0, SHOWN_VIOLATIONS).map(({ at }) => `${rule}: ${at}`))
    }
    for (const log of await listLogs(tx))
      violations.push(...(await checkTree(tx, platform.config, log)).slice(0, SHOWN_VIOLATIONS))
    return {
      checkedAt: now,
      leavesCount: await countLeaves(tx),
      stagedCount: await countStaged(tx),
      erasedCount: await countErased(tx),
      violations,
    }
  })
}

type Place = Parameters<typeof readHead>[0]

/** Builds the tree again from its leaves, and compares each tile and each signed head with it. */
async function checkTree(tx: Tx, place: Place, log: LogRow): Promise<string[]> {
  const found: string[] = []
  const name = `log ${log.number}`
  const kept = log.closed_at ? null : await readHead(place, log)
  const tree = new Map<string, Uint8Array>()
  let size = 0
  for (;;) {
    const leaves = await listLeaves(tx, log.number, { from: size, limit: PAGE })
    if (leaves.length === 0) break
    const gap = leaves.findIndex(({ index }, at) => index !== BigInt(size + at))
    if (gap >= 0) return [...found, `${name}: leaf ${size + gap} is missing`]
    const checkpoints = await listCheckpoints(tx, log.number, {
      after: size,
      upTo: size + leaves.length,
    })
    const heads = [...checkpoints.map((row) => ({ ...row, size: Number(row.size) }))]
    let at = 0
    const grow = (upTo: number) => {
      const hashes = leaves.slice(at, upTo - size).map(({ commitment }) => leafHash(commitment))
      appendLeaves(tree, size + at, hashes)
      at = upTo - size
    }
    for (const head of heads) {
      grow(head.size)
      const root = treeRoot(readFrom(tree), head.size)
      found.push(...(await checkHead(log, head, root)))
      if (kept?.size === head.size && !sameHash(kept.root, root))
        found.push(`${name}: the head of ${head.size} leaves is not the one kept outside`)
    }
    const range = { after: BigInt(size), upTo: BigInt(size + leaves.length) }
    const cosigned = await listCosignatures(tx, log.number, range)
    found.push(...(await checkCosignatures(log, heads, cosigned)))
    grow(size + leaves.length)
    found.push(
      ...(await checkTiles(tx, log.number, tree, { from: size, to: size + leaves.length })),
    )
    size += leaves.length
  }
  const newest = await findCheckpoint(tx, log.number, { isPublished: false })
  if (Number(newest?.size ?? 0n) !== size)
    found.push(`${name}: ${size} leaves, and a head of ${newest?.size ?? 0}`)
  if (kept && kept.size > size)
    found.push(`${name}: ${kept.size} leaves were published, ${size} are here`)
  return found
}

type Head = { size: number; root: Buffer; note: string }

async function checkHead(log: LogRow, head: Head, root: Hash): Promise<string[]> {
  const name = `log ${log.number}: the head of ${head.size} leaves`
  const opened = await openNote(head.note, [verifierKey(log)])
  const stated = opened.state === 'valid' ? parseCheckpoint(opened.text) : null
  if (!stated) return [`${name} is not signed by its key`]
  const isWhole = checkpointText({ origin: log.origin, size: head.size, root })
  if (!sameHash(head.root, root) || checkpointText(stated) !== isWhole)
    return [`${name} is ${toHex(head.root).slice(0, 16)}…, and the leaves make another one`]
  return []
}

/** A cosignature holds for the head under which it is stored. */
async function checkCosignatures(
  log: LogRow,
  heads: Head[],
  rows: Awaited<ReturnType<typeof listCosignatures>>,
): Promise<string[]> {
  const found: string[] = []
  for (const { size, witness, line } of rows) {
    const key = parseWitnessKey(witness)
    const head = heads.find((one) => BigInt(one.size) === size)
    const text = `${head?.note.split('\n\n', 1)[0]}\n`
    const [held] = key ? await openCosignatures(text, line, [key]) : []
    if (held?.line !== line)
      found.push(
        `log ${log.number}: the cosignature of ${key?.name ?? witness} under the head of ${size} leaves does not hold`,
      )
  }
  return found
}

/** Compares the tiles that a range of leaves has touched. */
async function checkTiles(
  tx: Tx,
  log: number,
  tree: Map<string, Uint8Array>,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const found: string[] = []
  for (let level = 0, width = TILE_WIDTH; ; level++, width *= TILE_WIDTH) {
    const first = Math.floor(from / width)
    const count = Math.floor((to - 1) / width) - first + 1
    const stored = await listTiles(tx, log, { level, from: first, limit: count })
    for (let index = first; index < first + count; index++) {
      const built = tree.get(tileKey(level, index))
      const tile = stored.find((row) => row.index === BigInt(index))?.hashes
      // A later page may have filled the tile further.
      if (built && !(tile && sameHash(tile.subarray(0, built.length), built)))
        found.push(`log ${log}: tile ${level}/${index} does not fit its leaves`)
    }
    if (width > to) break
  }
  // Full tiles are not needed to go on.
  const edge = new Set(tilesOf([], to).map(({ level, index }) => tileKey(level, index)))
  for (const key of tree.keys()) if (!edge.has(key)) tree.delete(key)
  return found
}
