import { type Certificate, csvNameOf, splitSdJwt } from '@semblance/contract'
import type { Hasher } from '@/lib/files/file-hasher.ts'
import { verify } from './use-verification.ts'
import { verdictTitle } from './verdict.tsx'

/** Describes the result of comparing one dropped file. */
export type Compared = { isGood: boolean; text: string }

/**
 * Verifies a file with a certificate's extension as a certificate, and looks for any other among
 * the certified files.
 */
export async function compareFile(
  file: File,
  { signed, certificate, hasher, onProgress }: Comparison,
): Promise<Compared> {
  try {
    if (/\.(jws|sd-jwt)$/i.test(file.name)) return await compareCertificate(file, signed)
    const sha256 = await hasher.hash(file, onProgress)
    return sha256 === null ? unreadable : foundAmong(certificate.files, file.name, sha256)
  } catch {
    return unreadable
  }
}

const unreadable: Compared = { isGood: false, text: 'It could not be read. Choose it again.' }

type Comparison = {
  signed: string
  certificate: Certificate
  hasher: Hasher
  onProgress: (share: number) => void
}

/** Compares a file with the certified ones by content, because its name may have changed. */
export function foundAmong(files: Certificate['files'], name: string, sha256: string): Compared {
  const found = files.find((file) => file.sha256 === sha256)
  if (found)
    return {
      isGood: true,
      text: found.name === name ? 'As certified.' : `As certified: it is ${found.name}.`,
    }
  const isCertified = (wanted: string) => files.some((file) => file.name === wanted)
  if (isCertified(name)) return { isGood: false, text: 'Not as certified: its content is another.' }
  if (isCertified(csvNameOf(name)))
    return {
      isGood: false,
      text: 'Not certified: formats made after the delivery are in its checksums only.',
    }
  return { isGood: false, text: 'Not among the certified files.' }
}

/** Larger ones are none. */
const MAX_CERTIFICATE_BYTES = 5 * 1024 ** 2

async function compareCertificate(file: File, signed: string): Promise<Compared> {
  const text = file.size > MAX_CERTIFICATE_BYTES ? '' : (await file.text()).trim()
  if (text === signed) return { isGood: true, text: 'This certificate, letter for letter.' }
  const { state } = await verify(text)
  const isSame = splitSdJwt(text)?.jwt === splitSdJwt(signed)?.jwt
  if (state === 'valid' && isSame)
    return { isGood: true, text: 'This certificate; only what it discloses differs.' }
  return state === 'valid'
    ? { isGood: false, text: 'A valid certificate, but of another delivery.' }
    : { isGood: false, text: `${verdictTitle(state)}.` }
}
