/** Checks a base backup against the manifest that PostgreSQL has written with it. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readTar } from './tar.ts'

/** https://www.postgresql.org/docs/18/backup-manifest-format.html */
const manifestFormat = z.object({
  Files: z.array(
    z.object({
      Path: z.string(),
      Size: z.int(),
      'Checksum-Algorithm': z.literal('SHA256'),
      Checksum: z.string(),
    }),
  ),
  'Manifest-Checksum': z.string(),
})

/**
 * Lists what differs between `base.tar` and `backup_manifest` of a directory: changed, missing and
 * unknown files. Empty if there is no difference. WAL is not in the manifest.
 */
export async function findBaseDifferences(dir: string): Promise<string[]> {
  const text = await readFile(join(dir, 'backup_manifest'), 'utf8').catch(() => null)
  const manifest = text === null ? null : readManifest(text)
  if (!manifest) return ['backup_manifest is missing or damaged']
  const expected = new Map(manifest.map((file) => [file.Path, file]))
  const differences: string[] = []
  try {
    for await (const { name, type, content } of readTar(join(dir, 'base.tar'))) {
      const file = expected.get(name)
      expected.delete(name)
      if (type === 'directory' || (!file && name.startsWith('pg_wal/'))) continue
      if (!file) differences.push(`${name} is not in the manifest`)
      else if ((await sha256Of(content())) !== file.Checksum) differences.push(`${name} is changed`)
    }
  } catch (error) {
    return [`base.tar: ${(error as Error).message}`]
  }
  return [...differences, ...[...expected.keys()].map((name) => `${name} is missing`)]
}

/** Returns the files of a manifest, or null if it is not as PostgreSQL has written it. */
function readManifest(text: string) {
  const end = text.lastIndexOf('"Manifest-Checksum"')
  const sum = createHash('sha256')
    .update(text.slice(0, Math.max(0, end)))
    .digest('hex')
  try {
    const manifest = manifestFormat.parse(JSON.parse(text))
    return manifest['Manifest-Checksum'] === sum ? manifest.Files : null
  } catch {
    return null
  }
}

async function sha256Of(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of content) hash.update(part)
  return hash.digest('hex')
}
