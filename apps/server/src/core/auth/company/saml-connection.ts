/** SAML 2.0 at the provider of a company: the way there, the answer, and what we say about ourselves. */
import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { SamlSettings } from './companies.ts'
import { requireStrongSignatures } from './saml-signatures.ts'

/** Limits how far the provider's clock may differ from ours, and the age of an assertion. */
const CLOCK_SKEW_MS = 60_000
const MAX_AGE_MS = 300_000

export type SamlSecrets = { requestId: string }

/** Holds what a provider says about a person. */
export type SamlPerson = {
  subject: string
  email: string | null
  firstName: string | null
  lastName: string | null
  groups: string[]
}

/** Returns our entity ID for a company's provider, and the address of its answers. */
export const samlAddresses = (site: string, key: string) => ({
  issuer: `${site}/auth/v1/sso/saml/${key}`,
  callbackUrl: `${site}/auth/v1/sso/saml/${key}/acs`,
})

/**
 * Opens the exchange of one sign-in. The one request that an answer may refer to is the visit's own, which the
 * database lets be used once: so an assertion cannot be used again, in this visit or another one.
 */
function openExchange(
  site: string,
  { issuer, entryPoint, certificates, audienceKey }: SamlSettings,
  { request, privateKey }: { request: { id: string | null }; privateKey?: string | undefined },
): SAML {
  const own = samlAddresses(site, audienceKey)
  return new SAML({
    ...own,
    audience: own.issuer,
    idpIssuer: issuer,
    idpCert: certificates,
    entryPoint,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...(privateKey !== undefined && { privateKey, signatureAlgorithm: 'sha256' }),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    maxAssertionAgeMs: MAX_AGE_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async (id, value) => {
        request.id = id
        return { value, createdAt: Date.now() }
      },
      getAsync: async (id) => (id === request.id ? new Date().toISOString() : null),
      removeAsync: async (id) => id,
    },
  })
}

/** Returns the address at the provider; with a private key (PEM) the request in it is signed. */
export async function startSaml(
  site: string,
  settings: SamlSettings,
  { state, privateKey }: { state: string; privateKey: string | undefined },
): Promise<{ url: string; secrets: SamlSecrets }> {
  const request: { id: string | null } = { id: null }
  const exchange = openExchange(site, settings, { request, privateKey })
  const url = await exchange.getAuthorizeUrlAsync(state, undefined, {})
  if (request.id === null) throw new Error('The request to the provider has no ID.')
  return { url, secrets: { requestId: request.id } }
}

/**
 * Returns the person of a response that both signatures, issuer, audience, times and request bind to this
 * visit. Throws for every other one.
 */
export async function finishSaml(
  site: string,
  settings: SamlSettings,
  { response, secrets }: { response: string; secrets: SamlSecrets },
): Promise<SamlPerson> {
  const xml = Buffer.from(response, 'base64').toString()
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('The response has a document type.')
  await requireStrongSignatures(xml)
  const exchange = openExchange(site, settings, { request: { id: secrets.requestId } })
  const { profile } = await exchange.validatePostResponseAsync({ SAMLResponse: response })
  if (!profile?.nameID) throw new Error('The response names no person.')
  // The library compares neither of these for an assertion.
  if (profile.issuer !== settings.issuer) throw new Error('The assertion is of another issuer.')
  if (!recipientsOf(profile).includes(exchange.options.callbackUrl))
    throw new Error('The assertion is for another recipient.')
  if (profile.nameIDFormat?.endsWith(':transient'))
    throw new Error('The provider names a person differently each time.')
  return toPerson(profile, settings.groupClaim)
}

/** Describes where a parsed assertion names its recipients. */
type Confirmed = {
  Assertion?: {
    Subject?: {
      SubjectConfirmation?: { SubjectConfirmationData?: { $?: { Recipient?: string } }[] }[]
    }[]
  }
}

const recipientsOf = (profile: Profile): (string | undefined)[] =>
  ((profile.getAssertion?.() ?? {}) as Confirmed).Assertion?.Subject?.flatMap(
    ({ SubjectConfirmation = [] }) =>
      SubjectConfirmation.flatMap(({ SubjectConfirmationData = [] }) =>
        SubjectConfirmationData.map((data) => data.$?.Recipient),
      ),
  ) ?? []

/** Lists the attributes in which providers usually send these, by their claim names and OIDs. */
const EMAIL = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const FIRST_NAME = [
  'firstName',
  'givenName',
  'given_name',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
]
const LAST_NAME = [
  'lastName',
  'surname',
  'sn',
  'family_name',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
]

function toPerson(profile: Profile, groupClaim: string): SamlPerson {
  const texts = (name: string): string[] =>
    [profile[name] ?? []].flat().filter((value) => typeof value === 'string')
  const first = (names: string[]) => names.flatMap(texts).find((text) => text.trim()) ?? null
  const isAddress = profile.nameIDFormat?.endsWith(':emailAddress') ?? false
  return {
    subject: profile.nameID,
    email: first(EMAIL) ?? (isAddress ? profile.nameID : null),
    firstName: first(FIRST_NAME),
    lastName: first(LAST_NAME),
    groups: texts(groupClaim),
  }
}

/**
 * Returns our description for a company's provider, as XML, with our certificates (PEM). It promises no signed
 * requests, as each company decides on them.
 */
export function samlMetadata(site: string, key: string, certificates: string[]): string {
  const { issuer, callbackUrl } = samlAddresses(site, key)
  const keys = certificates.map(
    (pem) => `
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${bare(pem)}</X509Certificate></X509Data></KeyInfo>
    </KeyDescriptor>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">
  <SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${callbackUrl}" index="1" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}

const bare = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')
