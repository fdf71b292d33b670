/**
 * Defines which callers may do what with which row. Every row is organization A's, and of A's plain
 * member where rows are a person's own. `reader` is a member of A without a role. A table of the schema without a line here fails the test.
 */

import { closedTables } from './access-closed.ts'

/** `anon` is signed out; `visitor` too, where A is the sample organization that visitors look at. */
export const roles = [
  'anon',
  'visitor',
  'stranger',
  'member',
  'reader',
  'other',
  'admin',
  'staff',
] as const
export type Role = (typeof roles)[number]

export const verbs = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

export type Line = {
  table: string
  /** Selects the table's rows, as SQL. Null if no role gets far enough to need one. */
  row: string | null
  /** Sets the update to try if writing back the same values would break a rule. */
  set?: string
  /** Set where the member reads the row as a person, and not as one of A. */
  isPersonal?: boolean
} & Record<Verb, readonly Role[]>

const nobody: readonly Role[] = []
const everybody = roles
const signedIn: readonly Role[] = ['stranger', 'member', 'reader', 'other', 'admin', 'staff']
const organization: readonly Role[] = ['member', 'admin']
const none = { select: nobody, insert: nobody, update: nobody, delete: nobody }

const line = (
  table: string,
  row: string,
  rights: Partial<Record<Verb, readonly Role[]>> & { isPersonal?: boolean },
): Line => ({
  table: `public.${table}`,
  row,
  ...none,
  ...rights,
})

const certificateOf = (contractId: string): string =>
  `certificate_id = (select id from certificates where contract_id = '${contractId}')`

export const matrix: Line[] = [
  line('business_applications', `business_name = 'Applicant'`, {
    select: ['staff'],
    insert: everybody,
    update: ['staff'],
  }),
  line('organizations', `name = 'A'`, {
    select: ['member', 'admin', 'staff'],
    insert: ['staff'],
    update: ['admin'],
  }),
  line('companies', `name = 'A'`, { select: signedIn }),
  line('profiles', `email = 'member@a.test'`, {
    select: ['member', 'admin', 'staff'],
    update: ['member'],
  }),
  line('user_roles', `user_id = '00000000-0000-4000-8000-0000000000a1' and role = 'vendor'`, {
    select: ['member', 'admin', 'staff'],
  }),
  line('invitations', `email = 'guest@a.test'`, {
    select: ['admin'],
    insert: ['admin'],
    update: ['admin'],
    delete: ['admin'],
  }),
  line('notification_preferences', `user_id = '00000000-0000-4000-8000-0000000000a1'`, {
    select: ['member'],
    insert: ['member'],
    update: ['member'],
  }),
  line('notifications', `title = 'For the member'`, {
    select: ['member'],
    update: ['member'],
    delete: ['member'],
  }),
  line('saved_searches', `name = 'Of the member'`, {
    select: ['member'],
    insert: ['member'],
    update: ['member'],
    delete: ['member'],
  }),
  line('dprs', `id = 'DPR-1'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    insert: organization,
  }),
  // An open request is on the market: that is what it is for.
  line('dprs', `id = 'DPR-2'`, {
    select: ['visitor', ...signedIn],
    insert: organization,
  }),
  line('data_subscriptions', `id = 'SUB-1'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
  }),
  line('data_subscription_revisions', `subscription_id = 'SUB-1'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
  }),
  line('measured_twins', `title = 'T'`, { select: ['visitor', 'member', 'admin'] }),
  line('listings', `id = 'LST-1'`, { select: ['visitor', 'member', 'admin', 'staff'] }),
  line('listing_revisions', `revision = 1`, { select: ['visitor', 'member', 'admin', 'staff'] }),
  // A listing that is for sale is on the market.
  line('listing_revisions', `revision = 2`, { select: ['visitor', ...signedIn] }),
  // Written with a request and never changed. Readers of the request may read it.
  line('data_contracts', `dpr_id = 'DPR-1'`, { select: ['visitor', 'member', 'admin', 'staff'] }),
  line('data_contracts', `dpr_id = 'DPR-4'`, {
    select: ['visitor', ...signedIn],
    insert: organization,
  }),
  line('dpr_drafts', `title = 'Draft'`, {
    select: ['visitor', ...organization],
    insert: organization,
    update: organization,
    delete: organization,
  }),
  // Readers of a request may read its questions: on A's own request, answered by A; on C's request,
  // from A.
  line('dpr_questions', `question = 'Received'`, {
    select: ['visitor', ...signedIn],
    update: organization,
  }),
  line('dpr_questions', `question = 'Asked'`, {
    select: ['visitor', ...signedIn],
    insert: organization,
  }),
  line('dpr_invitations', `dpr_id = 'DPR-2'`, {
    select: ['visitor', ...organization],
    insert: organization,
  }),
  line('dpr_invitations', `dpr_id = 'DPR-3'`, { select: ['visitor', ...organization] }),
  // A decides on received offers as a client, and sends offers as a vendor.
  line('offers', `id = 'OFR-1'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    update: organization,
  }),
  line('offers', `id = 'OFR-3'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    insert: organization,
  }),
  line('offer_revisions', `offer_id = 'OFR-1'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
  }),
  // A person's own looks, and how often others looked at what A sent.
  line('offer_views', `offer_id = 'OFR-1'`, { select: ['member'] }),
  line('offer_views', `offer_id = 'OFR-3'`, { select: organization }),
  line('contracts', `id = 'CTR-1'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    insert: organization,
  }),
  line('contracts', `id = 'CTR-3'`, { select: ['visitor', 'member', 'admin', 'staff'] }),
  // A is the client of the first contract and the vendor of the other, who does not read the fee.
  ...[
    `contract_id = 'CTR-1' and kind = 'agreement'`,
    `contract_id = 'CTR-1' and kind = 'fee_annex'`,
    `contract_id = 'CTR-3' and kind = 'agreement'`,
  ].map((row) => line('agreement_documents', row, { select: ['visitor', 'member', 'admin'] })),
  line('agreement_documents', `contract_id = 'CTR-3' and kind = 'fee_annex'`, {}),
  line('contract_milestones', `contract_id = 'CTR-1'`, {
    select: ['visitor', 'member', 'admin'],
  }),
  line('change_requests', `contract_id = 'CTR-3'`, { select: ['visitor', 'member', 'admin'] }),
  // Both parties read, from either side; the service alone writes, as the system.
  ...['DPR-1', 'DPR-3'].flatMap((dprId) => {
    const select: readonly Role[] = ['visitor', ...organization]
    const ofTalk = `conversation_id = (select id from conversations where dpr_id = '${dprId}')`
    return [
      line('conversations', `dpr_id = '${dprId}'`, { select }),
      line('proposals', ofTalk, { select }),
      line('messages', ofTalk, { select }),
      line('message_attachments', `${ofTalk} and message_id is not null`, { select }),
      line('conversation_reads', ofTalk, { select: ['member'] }),
    ]
  }),
  line('message_attachments', `file_name = 'unsent.csv'`, { select: ['member'] }),
  // Both parties and staff read a dispute, but what was measured, which staff open on record, a draft of the decision and a file that is not stated yet.
  ...['DSP-1', 'DSP-3'].flatMap((id) => {
    const parties: readonly Role[] = ['visitor', ...organization]
    const select: readonly Role[] = [...parties, 'staff']
    return [
      line('disputes', `id = '${id}'`, { select }),
      line('dispute_statements', `dispute_id = '${id}'`, { select }),
      line('dispute_proposals', `dispute_id = '${id}'`, { select }),
      line('dispute_claims', `dispute_id = '${id}'`, { select: parties }),
      line('dispute_findings', `dispute_id = '${id}'`, { select: parties }),
      line('row_draws', `contract_id = '${id.replace('DSP', 'CTR')}'`, { select: parties }),
      line('dispute_rulings', `dispute_id = '${id}' and status = 'final'`, { select }),
      line('dispute_rulings', `dispute_id = '${id}' and status = 'draft'`, { select: ['staff'] }),
      line('dispute_files', `file_name = 'stated-${id}.csv'`, { select }),
    ]
  }),
  line('dispute_files', `file_name = 'unstated.csv'`, { select: ['member'] }),
  line('banking_details', `tax_id_last4 = '4321'`, {
    select: ['visitor', ...organization],
  }),
  line('payouts', `account_last4 = '6789'`, { select: ['visitor', ...organization] }),
  line('payout_settings', `weekday = 5`, { select: ['visitor', ...organization] }),
  line('stripe_accounts', `not payouts_enabled`, { select: organization }),
  line('stripe_payers', `last4 = '6789'`, { select: organization }),
  line('subscriptions', `period_number = 1`, { select: ['visitor', ...organization] }),
  line('payment_methods', `provider = 'built_in'`, { select: ['visitor', ...organization] }),
  line('subscription_charges', `amount_cents = 2900`, { select: ['visitor', ...organization] }),
  line('payments', `contract_id = 'CTR-1'`, { select: organization }),
  line('tranches', `contract_id = 'CTR-1'`, { select: ['visitor', ...organization] }),
  line('refunds', `contract_id = 'CTR-1'`, { select: organization }),
  line('money_history', `contract_id = 'CTR-1' and kind = 'funding'`, { select: organization }),
  line('money_labels', `object = 'invoice' and state = 'open'`, { select: everybody }),
  // A's own; what C was sent about the same contract stays C's.
  line('invoices', `number = 'INV-2026-000001'`, { select: ['visitor', ...organization] }),
  line('invoices', `number = 'STM-2026-000001'`, {}),
  line('uploads', `contract_id = 'CTR-3'`, { select: organization, insert: organization }),
  // A's own delivery; one that A received; one to A that the platform refused.
  line('deliveries', `contract_id = 'CTR-3' and status = 'ready'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    insert: organization,
  }),
  line('deliveries', `contract_id = 'CTR-3' and status = 'draft'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    insert: organization,
  }),
  line('deliveries', `contract_id = 'CTR-1' and status = 'ready'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
  }),
  line('deliveries', `contract_id = 'CTR-1' and status = 'refused'`, { select: ['staff'] }),
  line('delivery_files', `name = 'received.csv'`, { select: ['visitor', 'member', 'admin'] }),
  line('delivery_files', `name = 'sent.csv'`, {}),
  // The first rows of a delivery, for its client alone.
  line('delivery_previews', `tables @> '[{"name": "received"}]'`, {
    select: ['visitor', 'member', 'admin'],
  }),
  line('delivery_previews', `tables @> '[{"name": "sent"}]'`, {}),
  // The privacy account of a vendor's data, for that vendor alone.
  line('sources', `id = 'SRC-1'`, { select: ['visitor', 'member', 'admin'] }),
  line('source_spendings', `source_id = 'SRC-1'`, { select: ['visitor', 'member', 'admin'] }),
  // A client reads the preview of a received offer once it is ready and while the offer lasts; a
  // vendor always reads its own.
  line('offer_previews', `file_name = 'received.csv'`, { select: ['visitor', 'member', 'admin'] }),
  line('offer_previews', `file_name = 'sent.csv'`, { select: ['visitor', 'member', 'admin'] }),
  line('offer_previews', `file_name = 'refused.csv'`, {}),
  line('offer_previews', `file_name = 'declined.csv'`, {}),
  line('downloads', `file_name = 'received.csv'`, { select: ['visitor', 'member', 'admin'] }),
  line('downloads', `file_name = 'sent.csv'`, {}),
  line('certificates', `contract_id = 'CTR-1'`, { select: ['visitor', ...organization] }),
  line('certificates', `contract_id = 'CTR-3'`, { select: ['visitor', ...organization] }),
  // A is the client of CTR-1 and the vendor of CTR-3, who does not read the fee.
  ...['CTR-1', 'CTR-3'].map((id) =>
    line('certificate_disclosures', `claim = 'price' and ${certificateOf(id)}`, {
      select: ['visitor', ...organization],
    }),
  ),
  line('certificate_disclosures', `claim = 'fee' and ${certificateOf('CTR-1')}`, {
    select: ['visitor', ...organization],
  }),
  line('certificate_disclosures', `claim = 'fee' and ${certificateOf('CTR-3')}`, {}),
  line('licenses', `contract_id = 'CTR-1'`, { select: ['visitor', ...organization] }),
  line('licenses', `contract_id = 'CTR-3'`, { select: ['visitor', ...organization] }),
  // All who may see A may read its reviews and ratings. Only the service writes them.
  line('reviews', `contract_id = 'CTR-3'`, { select: signedIn }),
  line('vendor_records', `category = 'retail'`, { select: signedIn }),
  line('company_ratings', `true`, { select: signedIn }),
  // Anyone reads the documents; who accepted them is for the person and the organization's administrators.
  line('legal_versions', `document = 'terms'`, { select: everybody }),
  line('legal_acceptances', `act = 'arrival'`, { select: ['member', 'admin'], isPersonal: true }),
  line('support_tickets', `id = 'SUP-1'`, { select: ['member', 'staff'] }),
  line('support_messages', `ticket_id = 'SUP-1'`, { select: ['member', 'staff'] }),
  ...closedTables,
]
