/** Reads the description of a SAML provider. */
import { X509Certificate } from 'node:crypto'
import { parseStringPromise, processors } from 'xml2js'
import { z } from 'zod'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
/** Two are usual while one replaces the other. */
const MAX_CERTIFICATES = 4

export type SamlDescription = {
  issuer: string
  entryPoint: string
  /** Holds certificates as PEM texts. */
  certificates: string[]
  wantsSignedRequests: boolean
}

/** Says in a sentence for people why metadata cannot be used. */
export class SamlMetadataError extends Error {}

const text = z.union([z.string(), z.object({ _: z.string() }).transform((element) => element._)])
const keyDescriptor = z.object({
  $: z.object({ use: z.string().optional() }).default({}),
  KeyInfo: z
    .array(
      z.object({ X509Data: z.array(z.object({ X509Certificate: z.array(text) })).default([]) }),
    )
    .default([]),
})
const provider = z.object({
  $: z.object({ WantAuthnRequestsSigned: z.string().optional() }).default({}),
  KeyDescriptor: z.array(keyDescriptor).default([]),
  SingleSignOnService: z
    .array(z.object({ $: z.object({ Binding: z.string(), Location: z.string() }) }))
    .default([]),
})
const entity = z.object({
  $: z.object({ entityID: z.string().trim().min(1) }),
  IDPSSODescriptor: z.array(provider).default([]),
})
const document = z.union([
  z.object({ EntityDescriptor: entity }).transform((root) => [root.EntityDescriptor]),
  z
    .object({ EntitiesDescriptor: z.object({ EntityDescriptor: z.array(entity) }) })
    .transform((root) => root.EntitiesDescriptor.EntityDescriptor),
])

/** Reads the metadata of one provider. Throws SamlMetadataError. */
export async function readSamlMetadata(xml: string): Promise<SamlDescription> {
  const entities = document.safeParse(await parse(xml))
  if (!entities.success) throw new SamlMetadataError('This is no SAML metadata.')
  const providers = entities.data.filter(({ IDPSSODescriptor }) => IDPSSODescriptor.length > 0)
  if (providers.length > 1)
    throw new SamlMetadataError('The metadata describes several providers. Leave one in it.')
  const [found] = providers
  const [role] = found?.IDPSSODescriptor ?? []
  if (!found || !role) throw new SamlMetadataError('The metadata describes no identity provider.')
  const service = role.SingleSignOnService.find(({ $ }) => $.Binding === REDIRECT)
  const entryPoint = service?.$.Location.trim() ?? ''
  if (!/^https?:/.test(URL.parse(entryPoint)?.protocol ?? ''))
    throw new SamlMetadataError('The metadata has no sign-in address for HTTP-Redirect.')
  return {
    issuer: found.$.entityID,
    entryPoint,
    certificates: certificatesOf(role),
    wantsSignedRequests: /^(true|1)$/.test(role.$.WantAuthnRequestsSigned?.trim() ?? ''),
  }
}

async function parse(xml: string): Promise<unknown> {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new SamlMetadataError('The metadata has a document type, which is not read.')
  try {
    return await parseStringPromise(xml, { tagNameProcessors: [processors.stripPrefix] })
  } catch {
    throw new SamlMetadataError('The metadata is no XML.')
  }
}

function certificatesOf(role: z.infer<typeof provider>): string[] {
  const signing = role.KeyDescriptor.filter(({ $ }) => ($.use ?? 'signing') === 'signing')
  const texts = signing.flatMap(({ KeyInfo }) =>
    KeyInfo.flatMap(({ X509Data }) => X509Data.flatMap(({ X509Certificate: all }) => all)),
  )
  const found = [...new Set(texts.map(toPem))]
  if (found.length === 0)
    throw new SamlMetadataError('The metadata has no certificate for signatures.')
  if (found.length > MAX_CERTIFICATES)
    throw new SamlMetadataError('The metadata has more than four certificates for signatures.')
  return found
}

function toPem(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64')).toString()
  } catch {
    throw new SamlMetadataError('A certificate in the metadata cannot be read.')
  }
}
