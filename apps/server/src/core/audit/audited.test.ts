/** Tests that every action as staff or as an administrator leaves a row in the audit log. */

import { generateKeyPairSync } from 'node:crypto'
import { isContractProcedure } from '@orpc/contract'
import { call } from '@orpc/server'
import { type AuditAction, contract } from '@semblance/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bankAccount, disputedDeal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Market, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { bankingForm } from '../../../testing/fixtures/payout-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { createSource } from '../../delivery/sources/service.ts'
import { insertRestore } from '../../platform/backup/restores.ts'
import { system } from '../../platform/database/db.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { api, openCaller, staffOnly } from '../api/service.ts'

type Staff = Awaited<ReturnType<Market['staff']>>

const { market } = await useMarket({})
let ana: Staff
let ben: Staff
let client: Person
let vendor: Person
let admin: Person
beforeAll(async () => {
  ana = await market.staff()
  ben = await market.staff()
  client = await market.member('client')
  vendor = await market.member('vendor')
  admin = await market.colleague(client, 'administrator')
})

const sql = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query<Row>(text, values)).rows

const capital = { form: 'capital', amountCents: 50_000n, reason: 'Start' } as const
const propose = async () => (await ana.api.books.staff.propose(capital)).id
const pending = async () => (await market.colleague(client, 'pending')).userId
const member = async () => (await market.colleague(client, 'member')).userId
const ticket = async () => {
  const form = { name: 'Claire', subject: 'Invoice', priority: 'low', message: 'Where?' } as const
  return (await client.api.support.open({ ...form, email: client.email })).id
}
const application = async () => {
  const [row] = await sql<{ id: string }>(
    `insert into business_applications (business_name, business_email, business_address, city, country, industry,
      business_description, contact_person) values ('Halden', gen_random_uuid() || '@halden.test', 'Street', 'Oslo', 'other', 'retail', 'D', 'P')
     returning id`,
  )
  return row!.id
}
const failedJob = async () => {
  await market.platform.db.transaction(system, (tx) => enqueue(tx, 'dpr.expire', {}))
  const [row] = await sql<{ id: string }>(
    `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = null
     where id = (select max(id) from graphile_worker._private_jobs) returning id`,
  )
  return String(row!.id)
}
const failedMail = async () => {
  const to = 'full@people.test'
  await market.platform.db.transaction(system, (tx) =>
    sendMail(tx, { to, subject: 'Hello', paragraphs: ['Hello.'] }),
  )
  const [row] = await sql<{ id: string }>(
    `update app.mails set failed_at = now(), failure = '552 full' where id = (select id from app.mails
     where recipient = $1 order by id desc limit 1) returning id`,
    [to],
  )
  return row!.id
}
const dispute = (priceCents: bigint) => disputedDeal(client, vendor, priceCents)
const large = async () => {
  const disputeId = await dispute(1_850_000n)
  const ruling = { toVendorCents: 100_000n, reasons: 'Constant columns.' }
  return (await ana.api.disputes.staff.rule({ disputeId, ...ruling })).draft!.id
}
const heldDelivery = async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const [row] = await sql<{ id: string }>(
    `with held as (
       insert into deliveries (contract_id, client, vendor, file_name, file_bytes, status)
       select id, client, vendor, 'customers.csv', 1, 'held' from contracts where id = $1 returning id)
     insert into app.held_deliveries (delivery_id, resumes_as, cause)
     select id, 'queued', 'x' from held returning delivery_id as id`,
    [contractId],
  )
  return row!.id
}
const other = async () => {
  const { organization } = await market.member('client')
  return organization.id
}
const method = {
  bankAccount: { ...bankAccount, accountType: 'business-checking' as const },
  isAuthorized: true as const,
}
const profile = {
  name: 'Halden Retail',
  email: 'office@halden.test',
  website: '',
  address: '1 Harbor Road',
  phone: '',
  registrationNumber: '',
  industry: 'retail',
  description: '',
} as const

const newKey = async () => {
  const chief = await market.colleague(vendor, 'administrator')
  const made = await chief.api.keys.create({ name: 'Nightly', scopes: ['offers:read'] })
  return { chief, keyId: made.key.id }
}

const newSigningKey = async () => {
  const chief = await market.colleague(vendor, 'administrator')
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  const { id: keyId } = await chief.api.signingKeys.register({ name: 'Vault', jwk })
  return { chief, keyId }
}

const newEndpoint = async () => {
  const chief = await market.colleague(vendor, 'administrator')
  const url = 'https://programs.example/hooks'
  const { endpoint } = await chief.api.webhooks.create({ url, types: ['offer.accepted'] })
  return { chief, endpointId: endpoint.id }
}
const onEndpoint =
  (act: (api: Person['api'], endpointId: string) => Promise<unknown>) => async () => {
    const { chief, endpointId } = await newEndpoint()
    return await act(chief.api, endpointId)
  }

const newTaxForm = async () => {
  const chief = await market.colleague(vendor, 'administrator')
  const stated = { fileName: 'w9.pdf', kind: 'w9', signedOn: new Date().toISOString().slice(0, 10) }
  await market.fetch(`/api/tax-forms?${new URLSearchParams(stated)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${chief.token}` },
    body: '%PDF-1.7 form',
  })
  const [form] = (await chief.api.taxForms.get()).forms
  return { chief, taxFormId: form?.id ?? '' }
}
const onTaxForm =
  (act: (staff: Staff['api']['taxForms']['staff'], taxFormId: string) => Promise<unknown>) =>
  async () =>
    await act(ana.api.taxForms.staff, (await newTaxForm()).taxFormId)

const nothing = { paymentCents: null, monthCents: null }
const unlimited = {
  organization: nothing,
  member: nothing,
  needsPurchaseOrder: false,
  needsCostCenter: false,
}

type Step = [action: AuditAction, act: () => Promise<unknown>]

/** Every procedure of staff and of administrators that changes something. */
const steps: Record<string, Step> = {
  'admin.organizations.suspend': [
    'organization.suspend',
    async () => ana.api.admin.organizations.suspend({ id: await other(), reason: 'Unpaid' }),
  ],
  'admin.organizations.activate': [
    'organization.activate',
    async () => {
      const id = await other()
      await ana.api.admin.organizations.suspend({ id, reason: 'Unpaid' })
      return await ana.api.admin.organizations.activate({ id })
    },
  ],
  'admin.organizations.terminate': [
    'organization.terminate',
    async () => ana.api.admin.organizations.terminate({ id: await other(), reason: 'Fraud' }),
  ],
  'admin.users.deactivate': [
    'user.deactivate',
    async () => ana.api.admin.users.deactivate({ id: await member() }),
  ],
  'admin.users.reactivate': [
    'user.reactivate',
    async () => ana.api.admin.users.reactivate({ id: await member() }),
  ],
  'admin.users.endSessions': [
    'user.end_sessions',
    async () => ana.api.admin.users.endSessions({ id: await member() }),
  ],
  'admin.resetFactors': [
    'user.reset_factors',
    async () => {
      const userId = await member()
      await sql(
        `insert into auth.factors (user_id, type, status, secret_sealed) values ($1, 'totp', 'verified', 'x')`,
        [userId],
      )
      return await ana.api.admin.resetFactors({ userId })
    },
  ],
  'applications.approve': [
    'application.approve',
    async () => ana.api.applications.approve({ id: await application(), roles: ['client'] }),
  ],
  'applications.decline': [
    'application.decline',
    async () => ana.api.applications.decline({ id: await application(), reason: 'No' }),
  ],
  'applications.ask': [
    'application.ask',
    async () => ana.api.applications.ask({ id: await application(), question: 'Who?' }),
  ],
  'applications.note': [
    'application.note',
    async () => ana.api.applications.note({ id: await application(), note: 'Called' }),
  ],
  'banking.save': [
    'banking.save',
    () => admin.api.banking.save({ ...bankingForm('6789'), revision: 0 }),
  ],
  'billing.saveMethod': ['payment_method.save', () => admin.api.billing.saveMethod(method)],
  'billing.removeMethod': [
    'payment_method.remove',
    async () => {
      await admin.api.billing.saveMethod(method)
      return await admin.api.billing.removeMethod()
    },
  ],
  'billing.cancel': ['subscription.cancel', () => admin.api.billing.cancel()],
  'billing.resume': ['subscription.resume', () => admin.api.billing.resume()],
  'deliveries.staff.retry': [
    'delivery.retry',
    async () => ana.api.deliveries.staff.retry({ id: await heldDelivery() }),
  ],
  'deliveries.staff.giveUp': [
    'delivery.give_up',
    async () => ana.api.deliveries.staff.giveUp({ id: await heldDelivery(), reason: 'No way' }),
  ],
  'books.staff.confirmRestore': [
    'database.confirm_restore',
    async () => {
      await market.platform.db.transaction(system, (tx) => insertRestore(tx, new Date()))
      await ana.api.books.staff.confirmRestore({ mails: 'discard' })
    },
  ],
  'books.staff.verify': ['ledger.verify', () => ana.api.books.staff.verify()],
  'books.staff.propose': ['adjustment.propose', propose],
  'books.staff.approve': [
    'adjustment.approve',
    async () => ben.api.books.staff.approve({ id: await propose() }),
  ],
  'books.staff.reverse': [
    'adjustment.propose',
    async () => {
      const id = await propose()
      await ben.api.books.staff.approve({ id })
      return await ana.api.books.staff.reverse({ id, reason: 'Twice' })
    },
  ],
  'books.staff.reject': [
    'adjustment.reject',
    async () => ben.api.books.staff.reject({ id: await propose() }),
  ],
  'books.staff.withdraw': [
    'adjustment.withdraw',
    async () => ana.api.books.staff.withdraw({ id: await propose() }),
  ],
  'taxForms.open': [
    'tax_form.open',
    async () => {
      const { chief, taxFormId } = await newTaxForm()
      return await chief.api.taxForms.open({ taxFormId })
    },
  ],
  'taxForms.staff.open': [
    'tax_form.open',
    onTaxForm((staff, taxFormId) => staff.open({ taxFormId })),
  ],
  'taxForms.staff.accept': [
    'tax_form.accept',
    onTaxForm((staff, taxFormId) => staff.accept({ taxFormId })),
  ],
  'taxForms.staff.refuse': [
    'tax_form.refuse',
    onTaxForm((staff, taxFormId) => staff.refuse({ taxFormId, reason: 'Not signed' })),
  ],
  'disputes.staff.rule': [
    'dispute.rule',
    async () => {
      const disputeId = await dispute(500_000n)
      const ruling = { toVendorCents: 100_000n, reasons: 'Constant columns.' }
      return await ana.api.disputes.staff.rule({ disputeId, ...ruling })
    },
  ],
  'disputes.staff.confirm': [
    'dispute.confirm',
    async () => ben.api.disputes.staff.confirm({ rulingId: await large() }),
  ],
  'findings.staff.open': [
    'dispute.read_evidence',
    async () => ana.api.findings.staff.open({ disputeId: await dispute(500_000n) }),
  ],
  'jobs.retry': ['job.retry', async () => ana.api.jobs.retry({ id: await failedJob() })],
  'jobs.cancel': ['job.cancel', async () => ana.api.jobs.cancel({ id: await failedJob() })],
  'mails.open': ['mail.open', async () => ana.api.mails.open({ id: await failedMail() })],
  'mails.sendAgain': [
    'mail.resend',
    async () => ana.api.mails.sendAgain({ id: await failedMail() }),
  ],
  'organizations.update': ['organization.update', () => admin.api.organizations.update(profile)],
  'organizations.approveRequest': [
    'member.approve',
    async () => admin.api.organizations.approveRequest({ id: await pending() }),
  ],
  'organizations.rejectRequest': [
    'member.reject',
    async () => admin.api.organizations.rejectRequest({ id: await pending() }),
  ],
  'organizations.resetMemberPassword': [
    'member.reset_password',
    async () => admin.api.organizations.resetMemberPassword({ id: await member() }),
  ],
  'organizations.deactivateMember': [
    'member.deactivate',
    async () => admin.api.organizations.deactivateMember({ id: await member() }),
  ],
  'organizations.reactivateMember': [
    'member.reactivate',
    async () => {
      const id = await member()
      await admin.api.organizations.deactivateMember({ id })
      return await admin.api.organizations.reactivateMember({ id })
    },
  ],
  'organizations.setMemberAdmin': [
    'member.make_admin',
    async () => admin.api.organizations.setMemberAdmin({ id: await member(), isAdmin: true }),
  ],
  'organizations.setMemberRoles': [
    'member.change_roles',
    async () => admin.api.organizations.setMemberRoles({ id: await member(), roles: [] }),
  ],
  'spending.setRules': ['spending.set_rules', () => admin.api.spending.setRules(unlimited)],
  'spending.setMemberLimits': [
    'spending.set_member_limits',
    async () =>
      admin.api.spending.setMemberLimits({ id: await member(), limits: unlimited.member }),
  ],
  'organizations.inviteMember': [
    'invitation.send',
    () => admin.api.organizations.inviteMember({ email: 'guest@halden.test' }),
  ],
  'organizations.revokeInvitation': [
    'invitation.revoke',
    async () => {
      const email = 'unwanted@halden.test'
      const { id } = await admin.api.organizations.inviteMember({ email })
      return await admin.api.organizations.revokeInvitation({ id })
    },
  ],
  'sources.setLimit': [
    'source.set_limit',
    async () => {
      const owner = { vendor: vendor.organization.id, name: 'Loyalty panel' }
      const { id } = await market.platform.db.transaction(system, (tx) => createSource(tx, owner))
      const chief = await market.colleague(vendor, 'administrator')
      return await chief.api.sources.setLimit({ id, epsilon: 7 })
    },
  ],
  'keys.create': ['key.create', async () => (await newKey()).chief],
  'keys.rotate': [
    'key.rotate',
    async () => {
      const { chief, keyId } = await newKey()
      return await chief.api.keys.rotate({ keyId, overlapHours: 0 })
    },
  ],
  'keys.revoke': [
    'key.revoke',
    async () => {
      const { chief, keyId } = await newKey()
      return await chief.api.keys.revoke({ keyId })
    },
  ],
  'signingKeys.register': ['signing_key.register', async () => (await newSigningKey()).chief],
  'signingKeys.revoke': [
    'signing_key.revoke',
    async () => {
      const { chief, keyId } = await newSigningKey()
      return await chief.api.signingKeys.revoke({ keyId })
    },
  ],
  'webhooks.create': ['webhook.create', newEndpoint],
  'webhooks.update': [
    'webhook.update',
    onEndpoint((api, endpointId) => api.webhooks.update({ endpointId, state: 'disabled' })),
  ],
  'webhooks.rotateSecret': [
    'webhook.rotate_secret',
    onEndpoint((api, endpointId) => api.webhooks.rotateSecret({ endpointId, overlapHours: 0 })),
  ],
  'webhooks.remove': [
    'webhook.remove',
    onEndpoint((api, endpointId) => api.webhooks.remove({ endpointId })),
  ],
  'webhooks.test': [
    'webhook.test',
    onEndpoint((api, endpointId) => api.webhooks.test({ endpointId })),
  ],
  'webhooks.redeliver': [
    'webhook.redeliver',
    onEndpoint(async (api, endpointId) => {
      const { id: deliveryId } = await api.webhooks.test({ endpointId })
      return await api.webhooks.redeliver({ deliveryId })
    }),
  ],
  'payouts.setSchedule': [
    'payout_schedule.change',
    async () => {
      const chief = await market.colleague(vendor, 'administrator')
      return await chief.api.payouts.setSchedule({ cadence: 'daily' })
    },
  ],
  'transparency.openLog': [
    'log.open',
    async () => {
      await market.app.jobs['transparency.integrate']!({}, {} as never)
      await sql('update transparency.logs set rolled_back_at = now()')
      return await ana.api.transparency.openLog()
    },
  ],
  'support.staff.answer': [
    'ticket.answer',
    async () => ana.api.support.staff.answer({ ticketId: await ticket(), message: 'Here.' }),
  ],
  'support.staff.assign': [
    'ticket.assign',
    async () => ana.api.support.staff.assign({ ticketId: await ticket(), staffId: null }),
  ],
  'support.staff.close': [
    'ticket.close',
    async () => ana.api.support.staff.close({ ticketId: await ticket() }),
  ],
}

/**
 * Lists procedures that are tested in their own modules: they need a failed charge or payout,
 * Stripe, sample data, a delivered twin, a link of a mail, or a source or destination that answers.
 */
const elsewhere = [
  'applications.openDocument',
  'billing.retry',
  ...['connections.add', 'connections.remove', 'connections.replaceSecret', 'connections.test'],
  'listings.staff.takeDown',
  'payouts.retry',
  ...['pushes.addDestination', 'pushes.changeDestination', 'pushes.readHostKey'],
  ...['pushes.removeDestination', 'pushes.replaceSecret', 'pushes.testDestination'],
  'samples.reset',
  ...['addDomain', 'checkDomain', 'makeToken', 'remove', 'removeDomain', 'removeToken'].map(
    (name) => `singleSignOn.${name}`,
  ),
  ...['saveOidc', 'saveSaml', 'setGroups', 'setRules', 'settleHeld'].map(
    (name) => `singleSignOn.${name}`,
  ),
  'stripe.connectBankAccount',
  'stripe.onboard',
]

type Found = { procedure: string; method?: string; summary?: string }

function procedures(node: object, path: string[] = []): Found[] {
  return Object.entries(node).flatMap(([name, child]) =>
    isContractProcedure(child)
      ? [{ ...child['~orpc'].route, procedure: [...path, name].join('.') }]
      : procedures(child, [...path, name]),
  )
}

it('every procedure of staff and of administrators that changes something is in the list', () => {
  const found = procedures(contract)
    .filter(
      ({ method, summary = '' }) =>
        method !== 'GET' && /\((.* )?(staff|administrator)\)$/.test(summary),
    )
    .map(({ procedure }) => procedure)
  expect([...Object.keys(steps), ...elsewhere].sort()).toEqual(found.sort())
})

describe('in the audit log', () => {
  let before: bigint
  beforeEach(async () => {
    const [row] = await sql<{ seq: string }>(
      'select coalesce(max(seq), 0) as seq from app.audit_log',
    )
    before = BigInt(row!.seq)
  })

  it.each(Object.entries(steps))('%s leaves its row', async (_, [action, act]) => {
    await act()
    const rows = await sql<{ action: string; actor: string | null }>(
      'select action, actor from app.audit_log where seq > $1 order by seq desc',
      [String(before)],
    )
    const row = rows.find((each) => each.action === action)
    expect(row?.actor).toMatch(/^[\da-f-]{36}$/)
  })
})

it('taking the own data along and deleting the own account leave their rows', async () => {
  const { api, userId, email } = await market.stranger()
  await api.settings.exportData()
  await api.settings.deleteAccount({ email })
  const rows = await sql('select action, actor from app.audit_log where object = $1 order by seq', [
    `user:${userId}`,
  ])
  expect(rows).toEqual([
    { action: 'account.export', actor: userId },
    { action: 'account.delete', actor: userId },
  ])
})

it('what staff do without a row does not happen', async () => {
  const ticketId = await ticket()
  const silent = api.support.staff.close.handler(async ({ context: { ctx } }) => {
    staffOnly(ctx)
    await ctx.tx
      .updateTable('profiles')
      .set({ job_title: 'Silent' })
      .where('user_id', '=', ana.userId)
      .execute()
    return await ana.api.support.staff.get({ ticketId })
  })
  const { platform, app } = market
  const context = {
    platform,
    auth: app.auth,
    address: '',
    log: platform.log,
    caller: openCaller(platform, app.auth, {
      authorization: `Bearer ${ana.token}`,
      address: '',
    }),
  }
  await expect(
    call(silent, { ticketId }, { context, path: ['support', 'staff', 'close'] }),
  ).rejects.toThrow('support.staff.close leaves nothing in the audit log')
  expect(await sql('select 1 from profiles where job_title = $1', ['Silent'])).toEqual([])
})
