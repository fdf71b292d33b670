/** Defines the questions that accounts put to the platform about the provider of a company. */
import type { Tx } from '../../../platform/database/db.ts'
import type { AddressGuard } from '../../../platform/security/address-guard.ts'

export type OidcSettings = {
  kind: 'oidc'
  issuer: string
  clientId: string
  /** Null: a public client. */
  clientSecret: string | null
  /** Names the company in our own address, which no other company shares. */
  audienceKey: string
  /** Names the claim that lists a person's groups. */
  groupClaim: string
}

export type SamlSettings = {
  kind: 'saml'
  /** Holds the provider's entity ID. */
  issuer: string
  entryPoint: string
  /** Lists the provider's certificates for signatures, in PEM or bare base64: one, or two during a change. */
  certificates: string[]
  /** Names the company in our own entity ID and address, which no other company shares. */
  audienceKey: string
  /** Names the attribute that lists a person's groups. */
  groupClaim: string
  signsRequests: boolean
}

/** `id` changes with the issuer: the subjects of another one are other people. */
export type CompanyConnection = { id: string } & (OidcSettings | SamlSettings)

/** Describes who comes by a company's provider. `userId` is null for a person without an account. */
export type CompanyArrival = {
  connectionId: string
  userId: string | null
  email: string
}

/** Answers accounts, as the system, in the transaction of a sign-in. */
export type Companies = {
  /** Lets the server reach the addresses that companies name, and no others. */
  guard: AddressGuard
  /** Returns the connection of the company that owns a domain (in lower case), or the one of this ID; null if none stands. */
  findConnection: (
    tx: Tx,
    by: { domain: string } | { id: string },
  ) => Promise<CompanyConnection | null>
  /** Refuses by an error with code, status and message who may not come by this connection. */
  checkArrival: (tx: Tx, arrival: CompanyArrival) => Promise<void>
  /** Makes a person who has just come a member, with what the groups give. Refuses as `checkArrival` does. */
  admit: (tx: Tx, arrival: CompanyArrival & { userId: string; groups: string[] }) => Promise<void>
  /** Returns true if the account has to come by its company's provider, and by nothing else. */
  isRequired: (tx: Tx, user: { id: string; hasFactor: boolean }) => Promise<boolean>
}

/** Serves a module of accounts whose people belong to no company. */
export const noCompanies: Companies = {
  guard: {
    check: () => {
      throw new Error('There are no companies.')
    },
    lookupFor: () => (host, _, done) => done(new Error(`${host} is not looked up.`), ''),
  },
  findConnection: async () => null,
  checkArrival: async () => {},
  admit: async () => {},
  isRequired: async () => false,
}

/** Names a connection among the providers of identities and of sign-ins under way. */
export const providerOf = (connectionId: string) => `sso:${connectionId}`

export const connectionOf = (provider: string): string | null =>
  provider.startsWith('sso:') ? provider.slice('sso:'.length) : null

/** Returns the domain of an address, in lower case. */
export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase()
