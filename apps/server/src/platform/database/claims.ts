/** The roles of the database that transactions run under, with what policies read of the caller. */

/** Describes the claims that policies read. `role` selects the database role of the transaction. */
export type Claims =
  | {
      role: 'anon' | 'authenticated'
      sub?: string
      org_ids?: string[]
      /** The organization that the caller administers. */
      admin_org_id?: string
      is_staff?: boolean
      /** The caller's permissions within its organization. */
      may?: readonly string[]
    }
  | { role: 'semblance_system' }

export const system: Claims = { role: 'semblance_system' }

/** Names a role and its claims, as JSON. */
export type Identity = { role: Claims['role']; claims: string }

export const identityOf = (claims: Claims): Identity => ({
  role: claims.role,
  claims: JSON.stringify(claims),
})
