import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from './paging.ts'

/** Maps every action of the audit log to its label. A service can write no other action. */
export const auditActions = {
  'answering.end': 'Automatic answers in a conversation ended',
  'answering.state': 'Rules for automatic answers stated',
  'answering.stop': 'Automatic answers stopped',
  'account.delete': 'Account deleted',
  'account.export': 'Personal data exported',
  'adjustment.approve': 'Adjustment approved',
  'adjustment.propose': 'Adjustment proposed',
  'adjustment.reject': 'Adjustment rejected',
  'adjustment.withdraw': 'Adjustment withdrawn',
  'application.approve': 'Application approved',
  'application.decline': 'Application declined',
  'application.ask': 'Applicant asked a question',
  'application.note': 'Note on an application',
  'application.open_document': "An applicant's document opened",
  'bank_account.reveal': 'Bank account read for the bank',
  'approval.approve': 'Payment approved',
  'approval.ask': 'Approval asked for',
  'approval.decline': 'Payment not approved',
  'approval.stand_in': 'Stand-in for approvals named or removed',
  'banking.save': 'Bank and tax details saved',
  'certificate_key.rotate': 'Certificate key replaced',
  'data_key.destroy': 'Data key removed',
  'contract.cancel': 'Contract cancelled',
  'data.download': 'Files downloaded',
  'data.draw': 'More rows drawn',
  'data.link': 'Link to files made',
  'connection.add': 'Connection to a source added',
  'connection.remove': 'Connection to a source removed',
  'connection.replace_secret': 'Secret of a connection replaced',
  'connection.test': 'Connection to a source tried',
  'data_subscription.cancel': 'Subscription to revisions canceled',
  'data_subscription.open': 'Revision of a subscription opened',
  'data_subscription.order': 'Revision of a subscription ordered',
  'data_subscription.pause': 'Subscription to revisions paused',
  'data_subscription.resume': 'Subscription to revisions resumed',
  'data_subscription.start': 'Subscribed to revisions of a twin',
  'database.confirm_restore': 'Money and mail let go after a restore',
  'database.restore': 'Database restored from a backup',
  'delivery.cancel': 'Delivery taken back',
  'delivery.return': 'Delivery sent back for changes',
  'delivery.submit': 'Delivery submitted',
  'escrow.release': 'Delivery accepted and escrow released',
  'delivery.give_up': 'Held delivery given up',
  'delivery.retry': 'Held delivery tried again',
  'directory.confirm': 'Deactivations by a directory confirmed',
  'directory.hold': 'Deactivation by a directory held',
  'directory.keep': 'Deactivations by a directory refused',
  'directory.make_token': 'Token of a directory made',
  'directory.remove_token': 'Token of a directory removed',
  'dispute.confirm': 'Dispute decision confirmed',
  'dispute.draft': 'Dispute decision drafted',
  'dispute.open': 'Dispute opened',
  'dispute.read_evidence': 'Delivery and findings of a dispute read',
  'dispute.rule': 'Dispute decided',
  'dispute.settle': 'Dispute settled',
  'dispute.withdraw': 'Dispute withdrawn',
  'invitation.revoke': 'Invitation withdrawn',
  'invitation.send': 'Invitation sent',
  'job.cancel': 'Job cancelled',
  'job.retry': 'Job tried again',
  'key.create': 'Key for programs made',
  'key.revoke': 'Key for programs revoked',
  'key.rotate': 'Key for programs replaced',
  'key_dir.give_up': 'Keys of originals given up as lost',
  'ledger.verify': 'Books checked',
  'legal.accept': 'Legal documents accepted',
  'listing.buy': 'Listed twin bought',
  'listing.draft': 'Listing drafted',
  'listing.pause': 'Listing paused',
  'listing.publish': 'Listing published',
  'listing.save': 'Listing saved',
  'listing.take_down': 'Listing taken down',
  'listing.withdraw': 'Listing withdrawn',
  'log.open': 'New transparency log opened',
  'log.roll_back': 'Transparency log found rolled back',
  'mail.open': 'Mail opened',
  'mail.resend': 'Mail sent again',
  'member.approve': 'Employee approved',
  'member.change_roles': 'Roles of a member changed',
  'member.deactivate': 'Employee deactivated',
  'member.make_admin': 'Administrator appointed',
  'member.reactivate': 'Employee reactivated',
  'member.reject': 'Employee rejected',
  'member.reset_password': 'Password reset sent to an employee',
  'member.revoke_admin': 'Administrator dismissed',
  'offer.accept': 'Offer accepted',
  'offer.decline': 'Offer declined',
  'offer.edit': 'Offer changed',
  'offer.submit': 'Offer sent',
  'offer.withdraw': 'Offer withdrawn',
  'original_key.destroy': 'Key of an original removed',
  'organization.activate': 'Suspension ended',
  'organization.suspend': 'Organization suspended',
  'organization.terminate': 'Organization terminated',
  'organization.update': 'Organization profile changed',
  'payment.submit': 'Payment into escrow submitted',
  'payment_method.remove': 'Payment method removed',
  'payment_method.save': 'Payment method saved',
  'payout.retry': 'Payout tried again',
  'payout_schedule.change': 'Payout schedule changed',
  'push.send': 'Delivery sent to a destination',
  'push_destination.add': 'Destination for deliveries added',
  'push_destination.change': 'Destination for deliveries changed',
  'push_destination.disable': 'Destination for deliveries disabled',
  'push_destination.read_host_key': 'Host key looked up',
  'push_destination.remove': 'Destination for deliveries removed',
  'push_destination.replace_secret': 'Secret of a destination for deliveries replaced',
  'push_destination.test': 'Destination for deliveries tried',
  'request.cancel': 'Request cancelled',
  'request.extend': 'Request extended',
  'request.post': 'Request posted',
  'shipping_address.change': 'Shipping address changed',
  'shipping_address.state': 'Shipping address stated',
  'signing_key.register': 'Signing key registered',
  'signing_key.revoke': 'Signing key revoked',
  'sso.add_domain': 'Domain claimed for single sign-on',
  'sso.change_rules': 'Rules of single sign-on changed',
  'sso.check_domain': 'Record of a domain looked for',
  'sso.join': 'Member joined by single sign-on',
  'sso.lose_domain': 'Proof of a domain ended',
  'sso.map_groups': 'Roles of groups changed',
  'sso.prove_domain': 'Domain proved',
  'sso.remove': 'Identity provider removed',
  'sso.remove_domain': 'Domain given up',
  'sso.save': 'Identity provider saved',
  'source.set_limit': 'Privacy limit of a source set',
  'spending.ask_limits': 'Higher limits asked for',
  'spending.confirm_limits': 'Higher limits confirmed',
  'spending.decline_limits': 'Higher limits declined',
  'spending.set_member_limits': 'Limits of a member set',
  'spending.set_rules': 'Limits of the organization set',
  'spending.withdraw_limits': 'Higher limits withdrawn',
  'staff.add': 'Staff member added',
  'staff.remove': 'Staff member removed',
  'stripe.onboard': 'Stripe onboarding started',
  'stripe.connect': 'Connecting a bank account at Stripe started',
  'subscription.cancel': 'Plan cancelled',
  'subscription.resume': 'Plan resumed',
  'subscription.retry': 'Plan charged again',
  'tax_form.accept': 'Tax form accepted',
  'tax_form.open': 'Tax form opened',
  'tax_form.refuse': 'Tax form refused',
  'tax_form.upload': 'Tax form uploaded',
  'terms.agree': 'Change of terms agreed to',
  'terms.propose': 'Change of terms proposed',
  'terms.refuse': 'Change of terms refused',
  'ticket.answer': 'Ticket answered',
  'ticket.assign': 'Ticket assigned',
  'ticket.close': 'Ticket closed',
  'sample.reset': 'Sample data restored',
  'sample.retire': 'Sample company replaced',
  'twin.cancel': 'Twin for a listing canceled',
  'twin.submit': 'Twin for a listing submitted',
  'user.deactivate': 'User deactivated',
  'user.end_sessions': 'User signed out everywhere',
  'user.reactivate': 'User reactivated',
  'user.reset_factors': 'Second factor removed',
  'webhook.create': 'Webhook endpoint added',
  'webhook.disable': 'Webhook endpoint disabled',
  'webhook.redeliver': 'Webhook sent again',
  'webhook.remove': 'Webhook endpoint removed',
  'webhook.rotate_secret': 'Secret of a webhook endpoint replaced',
  'webhook.test': 'Webhook endpoint tested',
  'webhook.update': 'Webhook endpoint changed',
} as const
export type AuditAction = keyof typeof auditActions
export const auditActionNames = Object.keys(auditActions) as [AuditAction]

export const auditRow = z.object({
  seq: z.bigint(),
  at: z.date(),
  /** Null: the platform itself. */
  actorName: z.string().nullable(),
  actorEmail: z.string().nullable(),
  action: z.string(),
  object: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Holds the row's leaf in the transparency log; null until it is integrated, within seconds. */
  leaf: z.object({ log: z.number().int(), index: z.bigint() }).nullable(),
  /** The entry of the leaf; null for rows of before the log. */
  commitment: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRow>

/** Groups what an organization reads of its log, by the kind of the action. */
export const auditGroups = {
  money: {
    label: 'Money',
    kinds: [
      ...['approval', 'bank_account', 'banking', 'contract', 'escrow', 'payment', 'payment_method'],
      ...['payout', 'payout_schedule', 'spending', 'stripe', 'subscription', 'tax_form'],
    ],
  },
  members: { label: 'Members', kinds: ['invitation', 'legal', 'member', 'organization'] },
  deals: {
    label: 'Requests and offers',
    kinds: ['answering', 'dispute', 'offer', 'request', 'terms'],
  },
  data: {
    label: 'Data',
    kinds: [
      'connection',
      'data',
      'delivery',
      'push',
      'push_destination',
      'shipping_address',
      'source',
      'twin',
    ],
  },
  security: {
    label: 'Security',
    kinds: ['account', 'key', 'signing_key', 'single_sign_on', 'sso', 'user', 'webhook'],
  },
} as const
export type AuditGroup = keyof typeof auditGroups
const auditGroupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]

/** Describes a row as the organization reads it whose member or key acted. */
export const ownAuditRow = z.object({
  seq: z.bigint(),
  at: z.date(),
  /** A member, a key, staff or the platform itself; `closed`: the account is gone. */
  by: z.enum(['member', 'key', 'staff', 'platform', 'closed']),
  /** The user ID of the member or the key that acted; null for the platform, and for people who are not named. */
  actor: z.string().nullable(),
  /** The name of a member or a key. */
  name: z.string().nullable(),
  action: z.string(),
  object: z.string(),
  /** The name of a member or of the organization that is the object; null for other objects. */
  objectName: z.string().nullable(),
  detail: auditRow.shape.detail,
  leaf: auditRow.shape.leaf,
  commitment: auditRow.shape.commitment,
  /** Opens the entry, so that a browser can compare the row with it; null for acts of staff, who are not named, and without an entry. */
  opening: z.object({ salt: z.string(), payload: z.string() }).nullable(),
})
export type OwnAuditRow = z.infer<typeof ownAuditRow>

const day = z.iso.date()
const text = z.string().trim().max(200)

export const audit = {
  list: oc
    .route({
      method: 'GET',
      path: '/admin/audit-log',
      summary: 'The log of what was done, newest first (staff)',
    })
    .input(
      pageInput.extend({
        /** Part of the name, the e-mail address or the user ID; "platform" for the platform itself. */
        actor: text.default(''),
        action: z.enum(auditActionNames).optional(),
        /** Part of the object: a kind, an ID or both. */
        object: text.default(''),
        /** Bound the period by days in UTC, both included. */
        from: day.optional(),
        to: day.optional(),
      }),
    )
    .output(pageOf(auditRow)),
  own: oc
    .route({
      method: 'GET',
      path: '/organization/audit-log',
      summary: "What the organization's members and keys did, newest first (administrator)",
    })
    .input(
      pageInput.extend({
        group: z.enum(auditGroupNames).optional(),
        /** Part of a person's name or e-mail address, or of the object. */
        search: text.default(''),
        /** Bound the period by days in UTC, both included. */
        from: day.optional(),
        to: day.optional(),
      }),
    )
    .output(pageOf(ownAuditRow)),
}
