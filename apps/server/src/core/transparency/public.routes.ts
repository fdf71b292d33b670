/** Serves the log to anyone, from any origin: checkpoints and tiles as C2SP tlog-tiles has them. */
import {
  CHECKPOINT_MAX_AGE_SECONDS,
  HASH_BYTES,
  parseTileIndex,
  TILE_WIDTH,
  tileKey,
  tileWidth,
} from '@semblance/contract'
import { type Context, Hono } from 'hono'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { findCheckpoint, readEntries, readTiles } from '../../platform/transparency/tree-queries.ts'
import { logDirectory, logDirectoryPath } from './service.ts'

const DIRECTORY_MAX_AGE_SECONDS = 60
const YEAR_SECONDS = 31_536_000

export function publicLogRoutes(
  platform: Pick<Platform, 'db' | 'config' | 'secrets'>,
): Hono<HttpEnv> {
  const { db } = platform
  const read = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(system, work, 'read')
  return new Hono<HttpEnv>()
    .get(logDirectoryPath, async (c) => {
      c.header('access-control-allow-origin', '*')
      c.header('cache-control', `public, max-age=${DIRECTORY_MAX_AGE_SECONDS}`)
      return c.json(await read((tx) => logDirectory({ tx, platform })))
    })
    .get('/log/*', async (c) => {
      c.header('access-control-allow-origin', '*')
      const asked = parsePath(c.req.path)
      if (asked?.kind === 'checkpoint') return await answerCheckpoint(c, read, asked.log)
      const hashes = asked && (await read((tx) => readAsked(tx, asked)))
      return hashes ? answerTile(c, hashes) : notFound(c)
    })
}

type Asked =
  | { kind: 'checkpoint'; log: number }
  | { kind: 'tile'; log: number; level: number; index: number; width: number }
  | { kind: 'entries'; log: number; index: number; width: number }

/** Parses `/log/…` of the first log, and `/log/2/…` of the second; null for any other path. */
function parsePath(path: string): Asked | null {
  const match =
    /^\/log(?:\/([1-9]\d{0,5}))?\/(?:(checkpoint)|tile\/(entries|0|[1-9]\d?)\/(.+))$/.exec(path)
  const [, number, checkpoint, part, rest = ''] = match ?? []
  if (!match || number === '1') return null // the first log has no number in its path
  const log = Number(number ?? 1)
  if (checkpoint) return { kind: 'checkpoint', log }
  const tile = parseTileIndex(rest)
  if (!tile || !Number.isSafeInteger(tile.index)) return null
  if (part === 'entries') return { kind: 'entries', log, ...tile }
  return { kind: 'tile', log, level: Number(part), ...tile }
}

type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function answerCheckpoint(c: Context<HttpEnv>, read: Read, log: number) {
  const newest = await read((tx) => findCheckpoint(tx, log, { isPublished: true }))
  if (!newest) return notFound(c)
  c.header('cache-control', `public, max-age=${CHECKPOINT_MAX_AGE_SECONDS}`)
  return c.body(newest.note, 200, { 'content-type': 'text/plain; charset=utf-8' })
}

/** Returns the bytes of a tile or bundle of which all is published; null for any other. */
async function readAsked(
  tx: Tx,
  asked: Exclude<Asked, { kind: 'checkpoint' }>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { log, index, width } = asked
  const level = asked.kind === 'tile' ? asked.level : 0
  const newest = await findCheckpoint(tx, log, { isPublished: true })
  if (!newest || tileWidth({ level, index }, Number(newest.size)) < width) return null
  if (asked.kind === 'entries') {
    const entries = await readEntries(tx, log, { from: index * TILE_WIDTH, count: width })
    return Buffer.concat(entries.flatMap((entry) => [Buffer.of(0, entry.length), entry]))
  }
  const tiles = await readTiles(tx, log, [{ level, index }])
  const tile = tiles.get(tileKey(level, index))
  return tile ? Uint8Array.from(tile.subarray(0, width * HASH_BYTES)) : null
}

function answerTile(c: Context<HttpEnv>, bytes: Uint8Array<ArrayBuffer>) {
  c.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
  return c.body(bytes, 200, { 'content-type': 'application/octet-stream' })
}

/** Answers 404, which nothing may keep: it may be published soon. */
function notFound(c: Context<HttpEnv>) {
  c.header('cache-control', 'no-store')
  return c.body(null, 404)
}
