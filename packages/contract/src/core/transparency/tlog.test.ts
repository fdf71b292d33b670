import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from './bytes.ts'
import {
  appendLeaves,
  consistencyProof,
  type Hash,
  inclusionProof,
  leafHash,
  nodeHash,
  parseTileIndex,
  readFrom,
  tileIndexPath,
  tileKey,
  tilesOf,
  tileWidth,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from './tlog.ts'

/** The definition of RFC 6962, section 2.1, word by word. */
function naiveRoot(hashes: Hash[]): Hash {
  if (hashes.length === 0) return sha256(new Uint8Array())
  if (hashes.length === 1) return hashes[0]!
  let split = 1
  while (split * 2 < hashes.length) split *= 2
  return nodeHash(naiveRoot(hashes.slice(0, split)), naiveRoot(hashes.slice(split)))
}

const entries = (count: number) => Array.from({ length: count }, (_, n) => utf8ToBytes(`leaf ${n}`))

/** Appends the leaves in batches of these sizes. */
function grow(batches: number[]) {
  const tiles = new Map<string, Uint8Array>()
  const hashes = entries(batches.reduce((sum, count) => sum + count, 0)).map(leafHash)
  let size = 0
  for (const count of batches) {
    appendLeaves(tiles, size, hashes.slice(size, size + count))
    size += count
  }
  return { tiles, read: readFrom(tiles), hashes, size }
}

/** Sizes around the edges of tiles, and any others. */
const sizes = fc.oneof(
  fc.integer({ min: 1, max: 1200 }),
  fc.constantFrom(1, 2, 255, 256, 257, 511, 512, 513, 768, 1024),
)

describe('the hashes of a log', () => {
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('of the first %i published test entries have the published root', (size, root) => {
    const published = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657']
    published.push('606162636465666768696a6b6c6d6e6f')
    const hashes = published.slice(0, size).map((hex) => leafHash(hexToBytes(hex)))
    const tiles = new Map<string, Uint8Array>()
    appendLeaves(tiles, 0, hashes)
    expect(toHex(treeRoot(readFrom(tiles), size))).toBe(root)
  })

  it('are those of the definition, in whatever batches the leaves came', () => {
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 1, maxLength: 4 }), (batches) => {
        const { read, hashes, size } = grow(batches)
        expect(toHex(treeRoot(read, size))).toBe(toHex(naiveRoot(hashes)))
      }),
      { numRuns: 30 },
    )
  })
})

describe('a proof of inclusion', () => {
  it('leads from every leaf to the root, with the tiles of its edges alone', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, any) => {
        const { tiles, hashes, read } = grow([size])
        const index = any % size
        const root = treeRoot(read, size)
        const near = new Map(
          tilesOf([index], size).map(({ level, index }) => [
            tileKey(level, index),
            tiles.get(tileKey(level, index))!,
          ]),
        )
        const proof = inclusionProof(readFrom(near), index, size)
        const leaf = hashes[index]!
        expect(verifyInclusion(leaf, { index, size, root, proof })).toBe(true)
        const forged = leafHash(utf8ToBytes('forged'))
        expect(verifyInclusion(forged, { index, size, root, proof })).toBe(false)
        expect(verifyInclusion(leaf, { index: (index + 1) % size, size, root, proof })).toBe(
          size === 1,
        )
        expect(verifyInclusion(leaf, { index, size, root, proof: [...proof, leaf] })).toBe(false)
        if (proof.length > 0)
          expect(verifyInclusion(leaf, { index, size, root, proof: proof.slice(1) })).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a proof of consistency', () => {
  it('shows that a tree begins with an older one, and no other', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, any) => {
        const { read, tiles } = grow([size])
        const older = any % (size + 1)
        const roots = { old: treeRoot(read, older), now: treeRoot(read, size) }
        const near = new Map(
          tilesOf([Math.max(0, older - 1), older], size).map(({ level, index }) => [
            tileKey(level, index),
            tiles.get(tileKey(level, index))!,
          ]),
        )
        const proof = consistencyProof(readFrom(near), older, size)
        const check = (oldRoot: Hash, root: Hash) =>
          verifyConsistency({ size: older, root: oldRoot }, { size, root }, proof)
        expect(check(roots.old, roots.now)).toBe(true)
        const other = leafHash(utf8ToBytes('other'))
        expect(check(other, roots.now)).toBe(false)
        if (older > 0) expect(check(roots.old, other)).toBe(false)
        if (older > 0 && older < size)
          expect(
            verifyConsistency(
              { size: older, root: roots.old },
              { size, root: roots.now },
              proof.slice(1),
            ),
          ).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the path of a tile', () => {
  it.each([
    [0, 256, '000'],
    [67, 5, '067.p/5'],
    [1234067, 256, 'x001/x234/067'],
    [1000, 1, 'x001/000.p/1'],
  ])('of index %i with %i hashes is %s', (index, width, path) => {
    expect(tileIndexPath(index, width)).toBe(path)
    expect(parseTileIndex(path)).toEqual({ index, width })
  })

  it.each([
    '',
    '0',
    '00',
    '0000',
    'x000/001',
    '001.p/0',
    '001.p/256',
    '001.p/01',
    '001/002',
    'x01/002',
    '-01',
  ])('is not %s', (path) => {
    expect(parseTileIndex(path)).toBeNull()
  })

  it('has as many hashes as the tree has there', () => {
    expect(tileWidth({ level: 0, index: 1 }, 300)).toBe(44)
    expect(tileWidth({ level: 1, index: 0 }, 300)).toBe(1)
    expect(tileWidth({ level: 0, index: 2 }, 300)).toBe(0)
    expect(tileWidth({ level: 0, index: 0 }, 300)).toBe(256)
  })
})
