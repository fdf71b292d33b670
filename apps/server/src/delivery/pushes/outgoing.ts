/** Lists the files of a push: those of the delivery, its certificate, and their checksums. */
import type { SystemCtx } from '../../platform/http/context.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import { findCertificateOf } from '../certificates/service.ts'
import { findStoredArchive, readerOf, withKeys } from '../deliveries/service.ts'
import type { Outgoing } from './transports/transport.ts'

/** Names of files are made of names of tables; none may lead to another folder. */
const plainName = (name: string) => name.replaceAll(/[/\\\0]/g, '_').replace(/^\.+/, '_')

/** Returns nothing for a delivery that is not ready. Requires the system role. */
export async function listOutgoing(
  { tx, platform }: Pick<SystemCtx, 'tx' | 'platform'>,
  blobs: Blobs,
  deliveryId: string,
): Promise<Outgoing[]> {
  const stored = await findStoredArchive(tx, deliveryId)
  if (!stored) return []
  const read = readerOf(platform, blobs)
  const files = (await withKeys(tx, platform, stored.files)).map((file) => ({
    name: plainName(file.name),
    bytes: Number(file.bytes),
    sha256: file.sha256,
    read: () => read(file, { start: 0, end: Number(file.bytes) - 1 }),
  }))
  const certificate = await findCertificateOf(tx, deliveryId)
  const sums = files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')
  return [
    ...files,
    ...(certificate ? [textFile('certificate.jws', certificate.jws)] : []),
    textFile('SHA256SUMS', sums),
  ]
}

function textFile(name: string, text: string): Outgoing {
  const content = Buffer.from(text)
  return {
    name,
    bytes: content.length,
    read: async function* () {
      yield content
    },
  }
}
