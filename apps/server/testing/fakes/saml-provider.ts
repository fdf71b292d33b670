/** A SAML identity provider with keys of its own, which signs what a test has it say. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const MINUTE_MS = 60_000

export type Keys = { privateKey: string; certificate: string }

/** Makes a key and a certificate that it signs itself. */
export function makeKeys(name: string): Keys {
  const folder = mkdtempSync(join(tmpdir(), 'semblance-saml-'))
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        `/CN=${name}`,
      ].concat(['-keyout', key, '-out', certificate]),
      { stdio: 'ignore' },
    )
    return { privateKey: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Describes a response; a test changes what it needs. */
export type Said = {
  requestId: string | null
  issuer: string
  audience: string
  recipient: string
  subject: string
  email: string
  groups: string[]
  /** Shifts all times of the assertion. */
  shiftMs: number
}

export const metadataOf = (issuer: string, keys: Keys[], entryPoint = `${issuer}/sso`) =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="${SIGNATURES}" entityID="${issuer}">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys
    .map(
      ({ certificate }) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join(
      '',
    )}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entryPoint}"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`

/** Returns the ID of the request that a browser is sent to the provider with. */
export function requestIdOf(url: string): string {
  const request = new URL(url).searchParams.get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString()
  return /ID="([^"]+)"/.exec(xml)?.[1] ?? ''
}

/** Returns an assertion without a signature. */
export function assertionOf(said: Said): string {
  const at = (ms: number) => new Date(Date.now() + said.shiftMs + ms).toISOString()
  const answered = said.requestId === null ? '' : ` InResponseTo="${said.requestId}"`
  const attribute = (name: string, values: string[]) =>
    `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${said.subject}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(5 * MINUTE_MS)}" Recipient="${said.recipient}"${answered}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-MINUTE_MS)}" NotOnOrAfter="${at(5 * MINUTE_MS)}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attribute('email', [said.email])}${attribute('givenName', ['Ada'])}${attribute('groups', said.groups)}</saml:AttributeStatement></saml:Assertion>`
}

export function responseOf(said: Said, assertion: string): string {
  const answered = said.requestId === null ? '' : ` InResponseTo="${said.requestId}"`
  const at = new Date(Date.now() + said.shiftMs).toISOString()
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at}" Destination="${said.recipient}"${answered}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`
}

type Algorithms = { signature: string; digest: string }
const SHA256: Algorithms = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
}
export const sha1: Algorithms = {
  signature: `${SIGNATURES}rsa-sha1`,
  digest: `${SIGNATURES}sha1`,
}

/** Signs the element of this name, which gets the signature behind its issuer. */
export function sign(
  xml: string,
  element: 'Assertion' | 'Response',
  { privateKey, ...algorithms }: Keys & Partial<Algorithms>,
): string {
  const { signature, digest } = { ...SHA256, ...algorithms }
  const signer = new SignedXml({
    privateKey,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  const path = `//*[local-name(.)='${element}']`
  signer.addReference({
    xpath: path,
    digestAlgorithm: digest,
    transforms: [`${SIGNATURES}enveloped-signature`, EXCLUSIVE],
  })
  signer.computeSignature(xml, {
    location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signer.getSignedXml()
}

/** Returns a response signed as providers should: the assertion, and around it the response. */
export const signedResponse = (said: Said, keys: Keys & Partial<Algorithms>): string =>
  sign(responseOf(said, sign(assertionOf(said), 'Assertion', keys)), 'Response', keys)

export const encode = (xml: string) => Buffer.from(xml).toString('base64')
