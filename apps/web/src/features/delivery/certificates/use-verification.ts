import { certificateKeysPath, keySet, verifyCertificate } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { apiFetch } from '@/lib/api/api-fetch.ts'

/** The keys as they are published now; a cached copy may lack the newest. */
async function fetchKeys() {
  const answer = await apiFetch(certificateKeysPath, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${certificateKeysPath} answered ${answer.status}.`)
  return keySet.parse(await answer.json())
}

/** Returns true if the browser can verify signatures, which requires a secure page. */
export const canVerify = () => globalThis.crypto?.subtle !== undefined

export const verify = async (text: string) => await verifyCertificate(text, await fetchKeys())

/** Verifies a certificate in the browser against the published keys. */
export const useVerification = (text: string) =>
  useQuery({
    queryKey: ['certificate-verification', text],
    queryFn: () => verify(text),
    enabled: canVerify(),
  })
