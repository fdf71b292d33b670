/** Single sign-on of an organization: its domains, its identity provider, and the rules that members sign in by. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { memberRoleNames } from '../roles.ts'

/** Limits how many domains an organization claims. */
export const maxSsoDomains = 20

/** Counts the days after which a proof ends whose DNS record is gone. */
export const ssoDomainGraceDays = 7

/** Names the host of the TXT record below a domain, and begins its text. */
export const ssoRecordHost = '_semblance'
export const ssoRecordPrefix = 'semblance-domain='

/**
 * Returns how many of so many provisioned members a directory may deactivate within an hour: a fifth, and five at
 * least. What goes beyond waits for an administrator.
 */
export const directoryLimit = (members: number): number => Math.max(5, Math.floor(members / 5))

/** Matches a domain of ASCII labels, lower case, of two labels at least. */
const DOMAIN = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

const domain = z
  .string({ error: 'Domain is required' })
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^.*@/, '').replace(/\.$/, ''))
  .pipe(z.string().regex(DOMAIN, 'Enter a domain such as example.com'))

const address = (what: string) =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .max(2000, `${what} is too long (2000 characters at most)`)
    .refine((text) => {
      const url = URL.parse(text)
      return (
        url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === ''
      )
    }, 'Enter an address such as https://login.example.com')

const groupClaim = z
  .string()
  .trim()
  .min(1, 'Name of the groups is required')
  .max(200, 'At most 200 characters')

export const ssoDomainForm = z.object({ domain })
export type SsoDomainForm = z.infer<typeof ssoDomainForm>

export const ssoOidcForm = z.object({
  issuer: address('Issuer'),
  clientId: z
    .string({ error: 'Client ID is required' })
    .trim()
    .min(1, 'Client ID is required')
    .max(500, 'At most 500 characters'),
  /** Absent: the secret stays. Null: a public client, which has none. */
  clientSecret: z.string().trim().min(1).max(1000, 'At most 1000 characters').nullish(),
  groupClaim,
})
export type SsoOidcForm = z.infer<typeof ssoOidcForm>

/** Describes the fields in which people enter a provider: a secret may be left empty. */
export const ssoOidcFields = ssoOidcForm.extend({
  clientSecret: z.string().trim().max(1000, 'At most 1000 characters'),
})

export const ssoSamlForm = z.object({
  metadata: z
    .string()
    .trim()
    .max(200_000, 'The metadata is too long (200,000 characters at most)')
    .optional()
    .describe("The provider's metadata as XML. Either this or `metadataUrl`."),
  metadataUrl: address('Address').optional(),
  groupClaim,
  signsRequests: z
    .boolean()
    .default(false)
    .describe('Whether requests are signed. They are also where the metadata asks for it.'),
})
export type SsoSamlForm = z.infer<typeof ssoSamlForm>

export const ssoRulesForm = z.object({
  isRequired: z.boolean(),
  createsMembers: z.boolean(),
  /** The administrator who signs in with a password and a second factor although single sign-on is required. */
  breakGlass: z.uuid().nullable(),
})
export type SsoRulesForm = z.infer<typeof ssoRulesForm>

export const ssoGroupsForm = z.object({
  groups: z
    .array(
      z.object({
        group: z
          .string()
          .trim()
          .min(1, 'Name of the group is required')
          .max(200, 'At most 200 characters'),
        role: z.enum(memberRoleNames),
      }),
    )
    .max(100, 'At most 100 rows'),
})
export type SsoGroupsForm = z.infer<typeof ssoGroupsForm>

const ssoDomain = z.object({
  id: z.uuid(),
  domain: z.string(),
  /** The host of the TXT record that proves it, and the record's text. */
  recordName: z.string(),
  recordText: z.string(),
  /** Null until the record was found. */
  provedAt: z.date().nullable(),
  checkedAt: z.date().nullable(),
  /** Says since when the record is gone: the proof ends a week later. */
  missingSince: z.date().nullable(),
})
export type SsoDomain = z.infer<typeof ssoDomain>

const ssoCertificate = z.object({
  /** The SHA-256 of the certificate, in hexadecimal. */
  fingerprint: z.string(),
  validUntil: z.date(),
})

const ssoConnection = z.object({
  kind: z.enum(['oidc', 'saml']),
  issuer: z.string(),
  clientId: z.string().nullable(),
  hasSecret: z.boolean(),
  entryPoint: z.string().nullable(),
  certificates: z.array(ssoCertificate),
  /** Counts the keys that the provider published when its description was read. */
  keyCount: z.number().int(),
  readAt: z.date(),
  groupClaim: z.string(),
  /** Says whether requests to a SAML provider are signed. */
  signsRequests: z.boolean(),
  isRequired: z.boolean(),
  createsMembers: z.boolean(),
  breakGlass: z.uuid().nullable(),
  /** Null until a person has signed in by it. */
  signedInAt: z.date().nullable(),
})
export type SsoConnection = z.infer<typeof ssoConnection>

export const singleSignOn = z.object({
  domains: z.array(ssoDomain),
  connection: ssoConnection.nullable(),
  /** Holds the facts about us that the provider needs. */
  ours: z.object({
    redirectUrl: z.string(),
    entityId: z.string(),
    acsUrl: z.string(),
    metadataUrl: z.string(),
    /** Holds the address of the certificates by which our signed requests are verified, in PEM. */
    certificatesUrl: z.string(),
    scimUrl: z.string(),
  }),
  /** Lists what groups of the provider give. Empty: roles of members are chosen here. */
  groups: ssoGroupsForm.shape.groups,
  /** Null without a token: no directory provisions. */
  directory: z.object({ madeAt: z.date(), usedAt: z.date().nullable() }).nullable(),
  /** Lists the members that the directory has deactivated and whose access goes on until it is confirmed. */
  held: z.array(
    z.object({
      id: z.uuid(),
      email: z.string(),
      /** True if the directory has deleted the user and given its name to another one. */
      isReplaced: z.boolean(),
    }),
  ),
  administrators: z.array(
    z.object({ id: z.uuid(), name: z.string(), hasSecondFactor: z.boolean() }),
  ),
  /** Counts the active members with an address in a proved domain, who come under the rule. */
  memberCount: z.number().int(),
})
export type SingleSignOn = z.infer<typeof singleSignOn>

const newDirectoryToken = z.object({
  settings: singleSignOn,
  /** The token itself, in this answer alone. */
  token: z.string(),
})
export type NewDirectoryToken = z.infer<typeof newDirectoryToken>

const byDomain = z.object({ domainId: z.uuid() })

export const singleSignOnProcedures = {
  get: oc
    .route({
      method: 'GET',
      path: '/single-sign-on',
      summary: 'Domains, identity provider and rules of single sign-on (administrator)',
    })
    .output(singleSignOn),
  addDomain: oc
    .route({
      method: 'POST',
      path: '/single-sign-on/domains',
      summary: 'Claim a domain, which a DNS record then proves (administrator)',
    })
    .input(ssoDomainForm)
    .output(singleSignOn),
  checkDomain: oc
    .route({
      method: 'POST',
      path: '/single-sign-on/domains/{domainId}/checks',
      summary: 'Look for the DNS record of a domain now (administrator)',
    })
    .input(byDomain)
    .output(singleSignOn),
  removeDomain: oc
    .route({
      method: 'DELETE',
      path: '/single-sign-on/domains/{domainId}',
      summary: 'Give up a domain (administrator)',
    })
    .input(byDomain)
    .output(singleSignOn),
  saveOidc: oc
    .route({
      method: 'PUT',
      path: '/single-sign-on/oidc',
      summary: 'Save an OpenID Connect provider, once its description was read (administrator)',
    })
    .input(ssoOidcForm)
    .output(singleSignOn),
  saveSaml: oc
    .route({
      method: 'PUT',
      path: '/single-sign-on/saml',
      summary: 'Save a SAML 2.0 provider by its metadata (administrator)',
    })
    .input(ssoSamlForm)
    .output(singleSignOn),
  setRules: oc
    .route({
      method: 'PUT',
      path: '/single-sign-on/rules',
      summary: 'Require single sign-on, and choose who becomes a member by it (administrator)',
    })
    .input(ssoRulesForm)
    .output(singleSignOn),
  makeToken: oc
    .route({
      method: 'POST',
      path: '/single-sign-on/directory-token',
      summary: 'Make the token of a SCIM directory, in place of the one before (administrator)',
    })
    .output(newDirectoryToken),
  removeToken: oc
    .route({
      method: 'DELETE',
      path: '/single-sign-on/directory-token',
      summary: 'Remove the token of a SCIM directory; members stay (administrator)',
    })
    .output(singleSignOn),
  settleHeld: oc
    .route({
      method: 'POST',
      path: '/single-sign-on/held-deactivations',
      summary: 'Confirm or refuse deactivations by the directory that wait (administrator)',
    })
    .input(z.object({ isConfirmed: z.boolean() }))
    .output(singleSignOn),
  setGroups: oc
    .route({
      method: 'PUT',
      path: '/single-sign-on/groups',
      summary: 'Choose the roles that groups of the provider give (administrator)',
    })
    .input(ssoGroupsForm)
    .output(singleSignOn),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/single-sign-on',
      summary: 'Remove the identity provider; members sign in by other ways again (administrator)',
    })
    .output(singleSignOn),
}
