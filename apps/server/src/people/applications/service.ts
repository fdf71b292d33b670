import type { Application, Side } from '@semblance/contract'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit } from '../../platform/security/audit.ts'
import { createOrganization } from '../organizations/service.ts'
import {
  type ApplicationRow,
  decideApplication,
  findApplication,
  getApplication,
  listDecided,
  listApplications as listRows,
} from './queries.ts'

export { backfillApplications, deleteApplications } from './backfill.ts'

export async function readApplication({ tx }: Ctx, id: string): Promise<Application> {
  const row = await findApplication(tx, id)
  if (!row) throw new AppError('not_found')
  return toApplication(row)
}

export async function listApplications(
  ctx: Ctx,
  { status, cursor, limit }: Page & { status: Application['status'] },
) {
  const rows = await listRows(ctx.tx, { status, after: decodeUuidCursor(cursor), limit })
  return pageOf(rows, limit, ({ created_at: at, id }) => ({ at, id }), toApplication)
}

/** Lists staff's decisions so far, with decider and date. */
export async function listHistory(ctx: Ctx, { cursor, limit }: Page) {
  const rows = await listDecided(ctx.tx, { after: decodeUuidCursor(cursor), limit })
  return pageOf(rows, limit, ({ decided_at, id }) => ({ at: decided_at!, id }), toApplication)
}

/** Approves once: the organization appears and the business learns its ID by mail. */
export async function approveApplication(
  ctx: Ctx,
  input: { id: string; roles: Side[] },
  staffId: string,
) {
  const row = await decide(ctx, input.id, {
    status: 'approved',
    decision_reason: null,
    decided_by: staffId,
  })
  const { id, organizationId } = await createOrganization(ctx, {
    application_id: row.id,
    name: row.business_name,
    email: row.business_email,
    website: row.business_website,
    phone: row.contact_phone,
    address: row.business_address,
    city: row.city,
    country: row.country,
    industry: row.industry,
    description: row.business_description,
    registration_number: row.registration_number,
    is_client: input.roles.includes('client'),
    is_vendor: input.roles.includes('vendor'),
  })
  await audit(ctx.tx, {
    actor: { userId: staffId },
    action: 'application.approve',
    object: `application:${row.id}`,
    detail: { organization: id, roles: input.roles.join(', ') },
  })
  await sendMail(ctx.tx, {
    to: row.business_email,
    subject: 'Your business has been approved',
    paragraphs: [
      `${row.business_name} is now on Semblance. Your organization ID is ${organizationId}.`,
      'Finish the account setup by signing up with this ID. Whoever signs up with this e-mail address first administers the organization; other employees wait for that person’s approval.',
    ],
    link: { label: 'Set up your account', url: `${ctx.platform.config.publicUrl}/auth` },
  })
  return toApplication(await getApplication(ctx.tx, row.id))
}

export async function declineApplication(
  ctx: Ctx,
  input: { id: string; reason: string },
  staffId: string,
) {
  const row = await decide(ctx, input.id, {
    status: 'declined',
    decision_reason: input.reason,
    decided_by: staffId,
  })
  await audit(ctx.tx, {
    actor: { userId: staffId },
    action: 'application.decline',
    object: `application:${row.id}`,
  })
  await sendMail(ctx.tx, {
    to: row.business_email,
    subject: 'Your business application was not approved',
    paragraphs: [
      `We could not approve the application of ${row.business_name}.`,
      `Reason: ${input.reason}`,
    ],
  })
  return toApplication(await getApplication(ctx.tx, row.id))
}

async function decide(
  ctx: Ctx,
  id: string,
  decision: { status: 'approved' | 'declined'; decision_reason: string | null; decided_by: string },
) {
  const row = await decideApplication(ctx.tx, id, { ...decision, decided_at: ctx.now })
  if (row) return row
  throw new AppError((await findApplication(ctx.tx, id)) ? 'application_decided' : 'not_found')
}

function toApplication(row: ApplicationRow): Application {
  return {
    id: row.id,
    businessName: row.business_name,
    businessWebsite: row.business_website,
    businessEmail: row.business_email,
    registrationNumber: row.registration_number,
    businessAddress: row.business_address,
    city: row.city,
    country: row.country,
    industry: row.industry,
    businessDescription: row.business_description,
    contactPerson: row.contact_person,
    contactPhone: row.contact_phone,
    status: row.status,
    decisionReason: row.decision_reason,
    organizationId: row.organization_id,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    decidedBy: row.decider,
  }
}
