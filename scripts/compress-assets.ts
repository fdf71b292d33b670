/** Writes a Brotli and a gzip copy beside every built text file, so that the server compresses nothing twice. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../apps/web/dist')

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(js|css|svg|json)$/.test(name)) continue
  const bytes = readFileSync(join(dist, name))
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(bytes))
  writeFileSync(join(dist, `${name}.gz`), gzipSync(bytes, { level: 9 }))
}
