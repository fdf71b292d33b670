/** Looks at how a SAML response is signed. */
import { parseStringPromise, processors } from 'xml2js'

/** Lists what signatures may be made with; the library would take SHA-1 as well. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: [
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ],
}

/** Throws for XML in which any signature or digest is made by another algorithm than the allowed ones. */
export async function requireStrongSignatures(xml: string): Promise<void> {
  // An element may be called "_", which is where texts are put if nothing else is said.
  const options = { tagNameProcessors: [processors.stripPrefix], charkey: '#' }
  if (hasWeakSignature(await parseStringPromise(xml, options)))
    throw new Error('A signature of the response is by an algorithm that is not allowed.')
}

function hasWeakSignature(node: unknown, name = ''): boolean {
  if (Array.isArray(node)) return node.some((one) => hasWeakSignature(one, name))
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(([key, value]) =>
    key === '$' ? !isAllowed(name, value) : hasWeakSignature(value, key),
  )
}

const isAllowed = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  Object.entries(attributes)
    .filter(([attribute]) => processors.stripPrefix(attribute) === 'Algorithm')
    .every(([, algorithm]) => ALLOWED[name]?.includes(algorithm) ?? true)
