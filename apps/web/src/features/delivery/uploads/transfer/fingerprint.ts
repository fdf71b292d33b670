import type { Hasher } from '@/lib/files/file-hasher.ts'

const SAMPLE_BYTES = 1024 ** 2

/** Hashes a file's beginning and end, enough with name and size to recognize it after a reload. */
export async function fingerprintOf({ hash }: Hasher, file: File): Promise<string | null> {
  const ends = [file.slice(0, SAMPLE_BYTES), file.slice(-SAMPLE_BYTES)]
  return (await hash(new Blob(ends)))?.slice(0, 32) ?? null
}
