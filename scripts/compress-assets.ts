/**
 * Writes a Brotli and a gzip copy of every built text file and program, so that the server
 * compresses nothing twice.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../apps/web/dist')

/** Brotli at its best takes minutes for a large program; this much less effort takes seconds, and a tenth more bytes. */
const LARGE_BYTES = 4 * 1024 ** 2
const LARGE_QUALITY = 6

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(js|css|svg|json|wasm)$/.test(name)) continue
  const bytes = readFileSync(join(dist, name))
  const quality = bytes.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_DEFAULT_QUALITY
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(bytes, { params }))
  writeFileSync(join(dist, `${name}.gz`), gzipSync(bytes, { level: 9 }))
}
