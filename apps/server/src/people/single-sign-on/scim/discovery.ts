/** Describes this SCIM service in its own form (RFC 7643, sections 5 to 7). */
import { GROUP, USER } from './resources.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

export const serviceConfig = (base: string) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that an administrator makes on the page Single sign-on.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const typeOf = (base: string, name: 'User' | 'Group', schema: string) => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})

export const resourceTypes = (base: string) => [
  typeOf(base, 'User', USER),
  typeOf(base, 'Group', GROUP),
]

type Options = { type?: string; required?: boolean; unique?: boolean; fixed?: boolean }

const attribute = (name: string, options: Options = {}, subAttributes?: object[]) => ({
  name,
  type: subAttributes ? 'complex' : (options.type ?? 'string'),
  multiValued: false,
  description: name,
  required: options.required ?? false,
  caseExact: false,
  mutability: options.fixed ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: options.unique ? 'server' : 'none',
  ...(subAttributes && { subAttributes }),
})

const many = (name: string, subAttributes: object[]) => ({
  ...attribute(name, {}, subAttributes),
  multiValued: true,
})

const schemaOf = (base: string, id: string, name: string, attributes: object[]) => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})

export const schemas = (base: string) => [
  schemaOf(base, USER, 'User', [
    attribute('userName', { required: true, unique: true }),
    attribute('name', {}, [
      attribute('givenName'),
      attribute('familyName'),
      attribute('formatted'),
    ]),
    attribute('displayName'),
    attribute('title'),
    attribute('active', { type: 'boolean' }),
    many('emails', [
      attribute('value'),
      attribute('type'),
      attribute('primary', { type: 'boolean' }),
    ]),
  ]),
  schemaOf(base, GROUP, 'Group', [
    attribute('displayName', { required: true, unique: true }),
    many('members', [
      attribute('value'),
      { ...attribute('$ref', { type: 'reference' }), referenceTypes: ['User'] },
    ]),
  ]),
]
