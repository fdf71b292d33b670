import { z } from 'zod'

/** Sets the shortest password, in characters. */
export const minPasswordLength = 6

/**
 * Describes the metadata that a browser sends with e-mail and password at sign-up. The user writes
 * it: use it for names only.
 */
export const signUpMetadata = z.object({
  first_name: z.string().trim().max(100).default(''),
  last_name: z.string().trim().max(100).default(''),
  company_name: z.string().trim().max(200).default(''),
  organization_id: z.string().trim().max(40).default(''),
  job_title: z.string().trim().max(100).nullish(),
  phone: z.string().trim().max(50).nullish(),
  /** The legal documents that the person accepts, by version; checked by their module. */
  accepted: z.unknown().optional(),
  /** The secret of the approval mail's link, which proves the address; it is used up and not stored. */
  approval: z.string().optional(),
})
export type SignUpMetadata = z.infer<typeof signUpMetadata>

/**
 * Names what a person proves their identity by: an authenticator app, a code by text message to the
 * second factor, the password, or a code sent to the account's mailbox or phone.
 */
export type ProofMethod = 'totp' | 'phone' | 'password' | 'code'
