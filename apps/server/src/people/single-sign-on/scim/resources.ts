/** Users and groups in the form of SCIM 2.0 (RFC 7643). */
import { z } from 'zod'
import type { GroupRow } from './group-queries.ts'
import type { UserRow } from './queries.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** Reports a refusal in the form of SCIM: its status, its type where RFC 7644 has one, and a sentence. */
export class ScimRefusal extends Error {
  readonly status: number
  readonly scimType: string | null

  constructor(status: number, message: string, scimType: string | null = null) {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

/** Parses `"True"` as well, which some directories send. */
const flag = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(true|false)$/i)
    .transform((text) => text.toLowerCase() === 'true'),
])
const shortText = z.string().trim().max(300)
const optional = shortText.nullish().transform((text) => text ?? undefined)

export const userForm = z.object({
  userName: shortText.min(1),
  externalId: optional,
  name: z
    .object({ givenName: optional, familyName: optional, formatted: optional })
    .nullish()
    .transform((name) => name ?? undefined),
  displayName: optional,
  title: optional,
  emails: z
    .array(z.object({ value: shortText, type: optional, primary: flag.optional() }))
    .max(20)
    .nullish()
    .transform((emails) => (emails?.length ? emails : undefined)),
  active: flag.default(true),
})
export type UserForm = z.infer<typeof userForm>

export const groupForm = z.object({
  displayName: z.string().trim().min(1).max(200),
  externalId: optional,
  members: z
    .array(z.object({ value: z.string() }))
    .max(10_000)
    .nullish()
    .transform((members) => [...new Set((members ?? []).map(({ value }) => value))]),
})
export type GroupForm = z.infer<typeof groupForm>

/** Parses a resource. Throws ScimRefusal that names the attribute. */
export function parseResource<T extends z.ZodType>(schema: T, resource: unknown): z.infer<T> {
  const parsed = schema.safeParse(resource)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ScimRefusal(400, `${issue?.path.join('.')}: ${issue?.message}`, 'invalidValue')
}

const address = z.email().toLowerCase()

/** Returns the address by which the person signs in, in lower case. Throws ScimRefusal. */
export function emailOf({ userName, emails }: UserForm): string {
  const primary = emails?.find((email) => email.primary) ?? emails?.[0]
  const parsed = address.safeParse(primary?.value ?? userName)
  if (parsed.success) return parsed.data
  throw new ScimRefusal(400, 'userName or emails must have an e-mail address.', 'invalidValue')
}

export const versionOf = ({ version }: { version: number }) => `W/"${version}"`

const metaOf = (
  row: { id: string; version: number; created_at: Date; changed_at: Date },
  resourceType: 'User' | 'Group',
  base: string,
) => ({
  resourceType,
  created: row.created_at.toISOString(),
  lastModified: row.changed_at.toISOString(),
  version: versionOf(row),
  location: `${base}/${resourceType}s/${row.id}`,
})

export const toUser = (row: UserRow, base: string) => ({
  schemas: [USER],
  id: row.id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  userName: row.user_name,
  ...(row.attributes as object),
  active: row.is_active,
  meta: metaOf(row, 'User', base),
})

export const toGroup = (row: GroupRow, members: string[], base: string) => ({
  schemas: [GROUP],
  id: row.id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.name,
  members: members.map((value) => ({ value, $ref: `${base}/Users/${value}` })),
  meta: metaOf(row, 'Group', base),
})
