/**
 * Hashes a transparency log and proves things about it: the tree of RFC 6962 with SHA-256, stored in tiles
 * of height 8 as C2SP tlog-tiles has them. Pure; sizes and indexes are whole numbers below 2^53.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

/** Counts the hashes of a full tile. */
export const TILE_WIDTH = 256
export const HASH_BYTES = 32
const TILE_HEIGHT = 8

/** Holds 32 bytes. */
export type Hash = Uint8Array

/** Names a tile: `level` 0 holds leaf hashes, `index` counts from the left. */
export type TileName = { level: number; index: number }

/** Returns the hashes of a tile, as many as the tree has; a longer tile may answer for a shorter one. */
export type ReadTile = (level: number, index: number) => Uint8Array

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export const leafHash = (entry: Uint8Array): Hash => sha256(concatBytes(LEAF, entry))

export const nodeHash = (left: Hash, right: Hash): Hash => sha256(concatBytes(NODE, left, right))

/** Returns the root of the tree of the first `size` leaves. */
export const treeRoot = (read: ReadTile, size: number): Hash => rangeRoot(read, 0, size)

/** Returns the path of RFC 6962, section 2.1.1, from the leaf upwards. Throws RangeError without that leaf. */
export function inclusionProof(read: ReadTile, index: number, size: number): Hash[] {
  if (!(index >= 0 && index < size)) throw new RangeError('The tree has no such leaf.')
  const walk = (low: number, high: number): Hash[] => {
    if (high - low === 1) return []
    const middle = low + splitOf(high - low)
    return index < middle
      ? [...walk(low, middle), rangeRoot(read, middle, high)]
      : [...walk(middle, high), rangeRoot(read, low, middle)]
  }
  return walk(0, size)
}

/** Returns the proof of RFC 6962, section 2.1.2: empty for the empty tree and for the same size. */
export function consistencyProof(read: ReadTile, oldSize: number, size: number): Hash[] {
  if (!(oldSize >= 0 && oldSize <= size)) throw new RangeError('The older tree is the larger one.')
  const walk = (low: number, high: number, isOldRoot: boolean): Hash[] => {
    if (high === oldSize) return isOldRoot ? [] : [rangeRoot(read, low, high)]
    const middle = low + splitOf(high - low)
    return oldSize <= middle
      ? [...walk(low, middle, isOldRoot), rangeRoot(read, middle, high)]
      : [...walk(middle, high, false), rangeRoot(read, low, middle)]
  }
  return oldSize === 0 || oldSize === size ? [] : walk(0, size, true)
}

/** Returns true if the proof leads from a leaf's hash to the root (RFC 9162, section 2.1.3.2). */
export function verifyInclusion(
  hash: Hash,
  { index, size, root, proof }: { index: number; size: number; root: Hash; proof: Hash[] },
): boolean {
  if (!isSize(size) || !isSize(index) || index >= size) return false
  let [at, last, computed] = [index, size - 1, hash]
  for (const sibling of proof) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      computed = nodeHash(sibling, computed)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, half(last)]
    } else computed = nodeHash(computed, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && sameHash(computed, root)
}

/** Returns true if the tree of `size` begins with the tree of `oldSize` (RFC 9162, section 2.1.4.2). */
export function verifyConsistency(
  older: { size: number; root: Hash },
  newer: { size: number; root: Hash },
  proof: Hash[],
): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && sameHash(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && sameHash(older.root, treeRoot(noTile, 0))
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof
  const [first, ...rest] = path
  if (!first) return false
  let [at, last] = [older.size - 1, newer.size - 1]
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  let [oldRoot, root] = [first, first]
  for (const sibling of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      oldRoot = nodeHash(sibling, oldRoot)
      root = nodeHash(sibling, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, half(last)]
    } else root = nodeHash(root, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && sameHash(oldRoot, older.root) && sameHash(root, newer.root)
}

/** Lists the tiles that proofs about these leaves and sizes read in a tree of `size` leaves. */
export function tilesOf(positions: readonly number[], size: number): TileName[] {
  const names = new Map<string, TileName>()
  for (let level = 0, width = 1; width <= size; level++, width *= TILE_WIDTH)
    for (const position of [...positions, size]) {
      const index = Math.floor(position / (width * TILE_WIDTH))
      if (index * TILE_WIDTH < Math.floor(size / width))
        names.set(tileKey(level, index), { level, index })
    }
  return [...names.values()]
}

export const tileKey = (level: number, index: number): string => `${level}/${index}`

/** Returns a reader of these tiles, by `tileKey`; it throws for a tile that is not among them. */
export const readFrom =
  (tiles: ReadonlyMap<string, Uint8Array>): ReadTile =>
  (level, index) => {
    const tile = tiles.get(tileKey(level, index))
    if (!tile) throw new Error(`Tile ${level}/${index} is missing.`)
    return tile
  }

/**
 * Appends leaf hashes to a tree of `size` leaves and returns the tiles that changed. `tiles` holds the
 * partial tiles of its right edge, by `tileKey`, and is brought up to date.
 */
export function appendLeaves(
  tiles: Map<string, Uint8Array>,
  size: number,
  hashes: readonly Hash[],
): (TileName & { hashes: Uint8Array })[] {
  const parts = new Map<string, TileName & { known: Uint8Array; added: Hash[] }>()
  const push = (level: number, at: number, hash: Hash): void => {
    const index = Math.floor(at / TILE_WIDTH)
    const key = tileKey(level, index)
    const known = tiles.get(key) ?? new Uint8Array()
    const part = parts.get(key) ?? { level, index, known, added: [] }
    parts.set(key, part)
    part.added.push(hash)
    if (at % TILE_WIDTH === TILE_WIDTH - 1)
      push(level + 1, index, rootOf([...hashesIn(part.known), ...part.added]))
  }
  for (const [place, hash] of hashes.entries()) push(0, size + place, hash)
  return [...parts.entries()].map(([key, { level, index, known, added }]) => {
    const tile = concatBytes(known, ...added)
    tiles.set(key, tile)
    return { level, index, hashes: tile }
  })
}

/** Returns how many hashes of a tile a tree of `size` leaves has; 0 where it has none. */
export function tileWidth({ level, index }: TileName, size: number): number {
  const count = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH
  return Math.max(0, Math.min(TILE_WIDTH, count))
}

/** Parses the part of a tile's path behind its level: `x001/067`, or `x001/067.p/5` for a partial one. */
export function parseTileIndex(path: string): { index: number; width: number } | null {
  const match = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path)
  if (!match) return null
  const [, digits = '', width] = match
  const index = Number(digits.replaceAll(/[x/]/g, ''))
  const isShortest = formatIndex(index) === digits
  const isPartial = width === undefined || Number(width) < TILE_WIDTH
  return isShortest && isPartial ? { index, width: width ? Number(width) : TILE_WIDTH } : null
}

/** Returns the part of a tile's path behind its level. */
export const tileIndexPath = (index: number, width: number): string =>
  width < TILE_WIDTH ? `${formatIndex(index)}.p/${width}` : formatIndex(index)

export const sameHash = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** Divides the bytes of a tile into its hashes. */
export const hashesIn = (tile: Uint8Array): Hash[] =>
  Array.from({ length: tile.length / HASH_BYTES }, (_, at) =>
    tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )

/** Returns the root of the leaves from `low` up to and without `high`. */
function rangeRoot(read: ReadTile, low: number, high: number): Hash {
  const size = high - low
  if (size === 0) return sha256(new Uint8Array())
  if (isPowerOfTwo(size)) return subtreeRoot(read, low, size)
  const middle = low + splitOf(size)
  return nodeHash(rangeRoot(read, low, middle), rangeRoot(read, middle, high))
}

/** Returns the root of the complete subtree of `size` leaves, a power of two, that begins at `low`. */
function subtreeRoot(read: ReadTile, low: number, size: number): Hash {
  const height = Math.round(Math.log2(size))
  const level = Math.floor(height / TILE_HEIGHT)
  const first = low / TILE_WIDTH ** level
  const count = 2 ** (height % TILE_HEIGHT)
  const tile = read(level, Math.floor(first / TILE_WIDTH))
  const at = first % TILE_WIDTH
  if (tile.length < (at + count) * HASH_BYTES) throw new Error(`Tile ${level} is too short.`)
  return rootOf(hashesIn(tile.subarray(at * HASH_BYTES, (at + count) * HASH_BYTES)))
}

/** Returns the root of a complete tree over these hashes, whose number is a power of two. */
function rootOf(hashes: Hash[]): Hash {
  const [first, second] = hashes
  if (!first) throw new RangeError('There is nothing to hash.')
  if (!second) return first
  const middle = hashes.length / 2
  return nodeHash(rootOf(hashes.slice(0, middle)), rootOf(hashes.slice(middle)))
}

/** Returns the largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

function isPowerOfTwo(size: number): boolean {
  return size > 0 && (size === 1 || splitOf(size) * 2 === size)
}

const half = (value: number) => Math.floor(value / 2)

const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0

const noTile: ReadTile = () => new Uint8Array()

/** Writes an index in groups of three digits, all but the last with an x. */
function formatIndex(index: number): string {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const groups = padded.match(/\d{3}/g) ?? []
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
}
