/** People of an organization: those who work there, and those who ask to. */
import { z } from 'zod'
import { memberRoleNames } from '../roles.ts'

/**
 * Describes a user who signed up with the organization's ID and awaits approval. `role` is the job
 * title, empty when none was given.
 */
export const employeeRequest = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  requestedAt: z.date(),
})
export type EmployeeRequest = z.infer<typeof employeeRequest>

export const member = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** The job title, empty when none was given. */
  role: z.string(),
  isAdmin: z.boolean(),
  /** Lists the member's roles; an administrator may do everything. */
  roles: z.array(z.enum(memberRoleNames)),
  isSelf: z.boolean(),
  status: z.enum(['active', 'deactivated']),
  joinedAt: z.date(),
})
export type Member = z.infer<typeof member>
