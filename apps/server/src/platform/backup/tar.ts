/** Reads archives in the ustar format, as PostgreSQL writes them. */
import { type FileHandle, open } from 'node:fs/promises'

export type TarEntry = {
  name: string
  type: 'file' | 'directory'
  mode: number
  /** Reads the content; valid until the next entry is read. */
  content: () => AsyncGenerator<Buffer>
}

const BLOCK_BYTES = 512
const READ_BYTES = 1024 ** 2

/** Reads an archive entry by entry, in flat memory. Throws for a cut archive and for links in it. */
export async function* readTar(path: string): AsyncGenerator<TarEntry> {
  const file = await open(path, 'r')
  try {
    for (let at = 0; ; ) {
      const header = await readExactly(file, at, BLOCK_BYTES)
      if (header.every((byte) => byte === 0)) return
      const { bytes, ...entry } = readHeader(header)
      const start = at + BLOCK_BYTES
      yield { ...entry, content: () => readContent(file, start, bytes) }
      at = start + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
    }
  } finally {
    await file.close()
  }
}

/** https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, "ustar Interchange Format". */
function readHeader(header: Buffer) {
  const text = (from: number, length: number) =>
    header
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/\0.*$/s, '')
  const octal = (from: number, length: number) => Number.parseInt(text(from, length).trim(), 8)
  const [prefix, base] = [text(345, 155), text(0, 100)]
  const name = (prefix ? `${prefix}/${base}` : base).replace(/\/$/, '')
  const kind = text(156, 1)
  if (name.startsWith('/') || name.split('/').includes('..'))
    throw new Error(`The archive has an entry outside of it: ${name}.`)
  if (kind !== '0' && kind !== '' && kind !== '5')
    throw new Error(`The archive has an entry that is neither a file nor a directory: ${name}.`)
  const type = kind === '5' ? ('directory' as const) : ('file' as const)
  const bytes = octal(124, 12)
  if (!Number.isSafeInteger(bytes)) throw new Error(`The archive is damaged at ${name}.`)
  return { name, type, mode: octal(100, 8) & 0o777, bytes }
}

async function* readContent(file: FileHandle, start: number, bytes: number) {
  for (let done = 0; done < bytes; ) {
    const length = Math.min(READ_BYTES, bytes - done)
    yield await readExactly(file, start + done, length)
    done += length
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
  if (bytesRead < length) throw new Error('The archive ends too early.')
  return buffer
}
