/** One row in every table that callers' roles may touch: organization A's, dealing with C; B has none of it. */
import type { Pool } from 'pg'
import type { Role } from './access-matrix.ts'

const A = '00000000-0000-4000-8000-00000000000a' // has the ID of the client that visitors look at
const B = '00000000-0000-4000-8000-00000000000b'
const C = '00000000-0000-4000-8000-00000000000c'

export const people: Partial<Record<Role, string>> = {
  member: '00000000-0000-4000-8000-0000000000a1',
  admin: '00000000-0000-4000-8000-0000000000a2',
  reader: '00000000-0000-4000-8000-0000000000a3',
  other: '00000000-0000-4000-8000-0000000000b1',
  stranger: '00000000-0000-4000-8000-0000000000d1',
  staff: '00000000-0000-4000-8000-0000000000e1',
}

/** Inserts the rows with foreign keys off: the ledger's entries, for example, are not tested here. */
export async function insertRows(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(statements)
  } finally {
    client.release(true)
  }
}

const person = (id: string, email: string, organization: string | null, roles: string[]) => `
  insert into auth.users (id, email, email_confirmed_at) values ('${id}', '${email}', now());
  insert into profiles (user_id, email, organization, membership)
    values ('${id}', '${email}', ${organization ? `'${organization}', 'active'` : `null, 'pending'`});
  ${roles.map((role) => `insert into user_roles values ('${id}', '${role}');`).join('\n')}`

const dpr = (id: string, client: string, status: string) => `
  insert into dprs (id, client, title, category, description, use_case, compliance_requirements, delivery_format,
    contacts, budget_min_cents, budget_max_cents, timeline_days, status)
  values ('${id}', '${client}', 'T', 'retail', 'D', 'U', 'GDPR', 'csv', 'c@a.test', 100, 200, 9, '${status}');`

const offer = (id: string, dprId: string, client: string, vendor: string, status: string) => `
  insert into offers (id, dpr_id, client, vendor, price_cents, timeline_days, description, status, rejected_as, decided_at)
  values ('${id}', '${dprId}', '${client}', '${vendor}', 15000, 9, 'D', '${status}',
    ${status === 'rejected' ? `'declined', now()` : 'null, null'});`

const contract = (number: number, client: string, vendor: string) => `
  insert into contracts (id, offer_id, dpr_id, client, vendor, title, price_cents, fee_bps, fee_cents, timeline_days,
    status, funded_at)
  values ('CTR-${number}', 'OFR-${number}', 'DPR-${number}', '${client}', '${vendor}', 'T', 15000, 250, 375, 9, 'in_progress', now());`

/** An original in a draft, which comes after a delivery that the client has sent back. */
const draft = (letter: string, contractId: string, client: string, vendor: string) => {
  const id = `00000000-0000-4000-8000-${letter.repeat(12)}`
  return `
  update deliveries set superseded_at = now() where contract_id = '${contractId}';
  insert into deliveries (id, contract_id, client, vendor, file_name, file_bytes)
  values ('${id}', '${contractId}', '${client}', '${vendor}', 'original.csv', 1);
  insert into uploads (id, contract_id, delivery_id, organization, file_name, bytes)
  values ('${letter.repeat(32)}', '${contractId}', '${id}', '${vendor}', 'original.csv', 1);`
}

type Delivery = { letter: string; contractId: string; client: string; vendor: string }
const delivery = (
  { letter, contractId, client, vendor }: Delivery,
  status: string,
  file: string,
) => `
  insert into deliveries (id, contract_id, client, vendor, file_name, file_bytes, status, finished_at, report, reason)
  values ('00000000-0000-4000-8000-${letter.repeat(12)}', '${contractId}', '${client}', '${vendor}',
    'original.csv', 1, '${status}', now(), ${status === 'ready' ? `'{}', null` : `null, 'Too small'`});
  insert into delivery_files (delivery_id, name, bytes, sha256, storage_key)
  values ('00000000-0000-4000-8000-${letter.repeat(12)}', '${file}', 1, '${'0'.repeat(64)}', '${file}');
  insert into downloads (delivery_id, file_name, bytes)
  values ('00000000-0000-4000-8000-${letter.repeat(12)}', '${file}', 1);`

const document = (number: string, kind: string, organization: string) => `
  insert into invoices (number, kind, organization, contract_id, payment_id, entry_id, state, item, price_cents,
    fee_bps, recipient_name, recipient_address, other_name, other_address, issued_at)
  values ('${number}', '${kind}', '${organization}', 'CTR-1', ${kind === 'invoice' ? 'gen_random_uuid()' : 'null'},
    gen_random_uuid(), 'open', 'T', 15000, 250, 'A', 'Oslo', 'C', 'Oslo', now());`

const talk = (digit: number, client: string, vendor: string) => {
  const id = `00000000-0000-4000-8000-00000000000${digit}`
  const parties = `'${client}', '${vendor}'`
  return `
  insert into conversations (id, dpr_id, client, vendor) values ('${id}', 'DPR-${digit}', ${parties});
  insert into proposals (id, conversation_id, offer_id, client, vendor, proposed_by, base_revision, proposed, changes)
  values ('${id}', '${id}', 'OFR-${digit}', ${parties}, '${C}', 1, '{}', '[{}]');
  insert into messages (id, conversation_id, client, vendor, sender, proposal_id) values ('${id}', '${id}', ${parties}, '${C}', '${id}');
  insert into message_attachments (conversation_id, client, vendor, message_id, organization, file_name, bytes, sha256, storage_key)
  values ('${id}', ${parties}, '${id}', '${C}', 'sent-${digit}.csv', 1, '${'0'.repeat(64)}', 'attachments/sent-${digit}');
  insert into conversation_reads (conversation_id, user_id, organization, side)
  values ('${id}', '${people.member}', '${A}', '${client === A ? 'client' : 'vendor'}');`
}

const dispute = (digit: number, client: string, vendor: string) => {
  const id = `00000000-0000-4000-8000-00000000000${digit}`
  const parties = `'${client}', '${vendor}'`
  return `
  insert into disputes (id, contract_id, client, vendor, opened_by, title, reason, stake_cents, fee_stake_cents, released_cents,
    price_cents, fee_cents, fee_bps, fee_earned_cents, answer_due_at, negotiate_until)
  values ('DSP-${digit}', 'CTR-${digit}', ${parties}, '${C}', 'T', 'other', 15000, 375, 0, 15000, 375, 250, 0, now(), now());
  insert into dispute_statements (id, dispute_id, client, vendor, organization, kind, body)
  values ('${id}', 'DSP-${digit}', ${parties}, '${C}', 'statement', 'S');
  insert into dispute_files (contract_id, client, vendor, organization, statement_id, file_name, bytes, sha256, storage_key)
  values ('CTR-${digit}', ${parties}, '${C}', '${id}', 'stated-DSP-${digit}.csv', 1, '${'0'.repeat(64)}', 'evidence/stated');
  insert into dispute_proposals (dispute_id, client, vendor, proposed_by, to_vendor_cents, to_client_cents)
  values ('DSP-${digit}', ${parties}, '${C}', 10000, 5000);
  insert into dispute_claims (id, dispute_id, delivery_id, client, vendor, claim)
  values ('${id}', 'DSP-${digit}', '${id}', ${parties}, '{"type": "records"}');
  insert into dispute_findings (id, dispute_id, client, vendor, last_claim_id, jws, measured_at)
  values ('${id}', 'DSP-${digit}', ${parties}, '${id}', 'a.b.c', now());
  insert into row_draws (id, delivery_id, contract_id, client, vendor, number, rows, conditions, seed, status, reason, finished_at)
  values ('${id}', '${id}', 'CTR-${digit}', ${parties}, 1, 1, '[]', 1, 'refused', 'R', now());
  insert into dispute_rulings (dispute_id, client, vendor, to_vendor_cents, to_client_cents, reasons, status, needs_two, decided_at)
  values ('DSP-${digit}', ${parties}, 1, 1, 'R', 'final', false, now()), ('DSP-${digit}', ${parties}, 1, 1, 'R', 'draft', true, null);`
}

const organization = (id: string, name: string, publicId: string) => `
  insert into organizations (id, organization_id, slug, name, email, city, country, industry, is_client, is_vendor)
  values ('${id}', '${publicId}', '${name.toLowerCase()}', '${name}', 'office@${name.toLowerCase()}.test', 'Oslo', 'other', 'retail', true, true);`

const statements = `
  ${organization(A, 'A', 'ORG-10001-HALDN')}
  ${organization(B, 'B', 'ORG-00002-MATRX')}
  ${organization(C, 'C', 'ORG-00003-MATRX')}
  ${person(people.member!, 'member@a.test', A, ['client', 'vendor'])}
  ${person(people.admin!, 'admin@a.test', A, ['client', 'vendor', 'admin'])}
  ${person(people.reader!, 'reader@a.test', A, ['client', 'vendor'])}
  update profiles set work_roles = '{}' where user_id = '${people.reader}';
  ${person(people.other!, 'admin@b.test', B, ['client', 'vendor', 'admin'])}
  ${person(people.stranger!, 'stranger@people.test', null, [])}
  ${person(people.staff!, 'staff@semblance.test', null, ['super_admin'])}
  insert into business_applications (business_name, business_email, business_address, city, country, industry,
    business_description, contact_person)
  values ('Applicant', 'a@applicant.test', 'Street', 'Oslo', 'other', 'retail', 'D', 'P');
  insert into invitations (organization, email, expires_at) values ('${A}', 'guest@a.test', now() + interval '1 day');
  insert into notification_preferences (user_id) values ('${people.member}');
  insert into notifications (user_id, type, title, message) values ('${people.member}', 'system', 'For the member', 'M');
  insert into saved_searches (user_id, organization, name) values ('${people.member}', '${A}', 'Of the member');
  ${dpr('DPR-1', A, 'accepted')}
  ${dpr('DPR-2', A, 'open')}
  ${dpr('DPR-3', C, 'open')}
  ${dpr('DPR-4', A, 'awaiting_offers')}
  insert into data_contracts (dpr_id, content) values ('DPR-1', '{}'), ('DPR-4', '{}');
  insert into dpr_drafts (client, title, content) values ('${A}', 'Draft', '{}');
  insert into dpr_questions (dpr_id, client, vendor, question) values ('DPR-2', '${A}', '${C}', 'Received'),
    ('DPR-3', '${C}', '${A}', 'Asked');
  insert into dpr_invitations (dpr_id, client, vendor) values ('DPR-2', '${A}', '${C}'), ('DPR-3', '${C}', '${A}');
  ${offer('OFR-1', 'DPR-1', A, C, 'accepted')}
  ${offer('OFR-3', 'DPR-3', C, A, 'accepted')}
  insert into offer_revisions (offer_id, revision, changed_by, changes) values ('OFR-1', 2, '${C}', '[]');
  insert into offer_views (offer_id, user_id, day, vendor, revision) values
    ('OFR-1', '${people.member}', now(), '${C}', 1), ('OFR-3', gen_random_uuid(), now(), '${A}', 1);
  ${contract(1, A, C)}
  ${contract(3, C, A)}
  insert into contract_milestones (contract_id, client, vendor, added_by, title) values ('CTR-1', '${A}', '${C}', '${A}', 'T');
  insert into agreement_documents
  select c.id, 1, kind, c.client, c.vendor, repeat('0', 64), encode(sha256('pdf'), 'hex'), 'pdf', now()
  from contracts c, unnest(array['agreement', 'fee_annex']) kind where c.id in ('CTR-1', 'CTR-3');
  insert into change_requests (contract_id, client, vendor, reason) values ('CTR-3', '${C}', '${A}', 'R');
  ${talk(1, A, C)}
  ${talk(3, C, A)}
  insert into message_attachments (conversation_id, client, vendor, uploaded_by, organization, file_name, bytes, sha256, storage_key)
  select id, client, vendor, '${people.member}', '${A}', 'unsent.csv', 1, '${'0'.repeat(64)}', 'attachments/unsent'
  from conversations where dpr_id = 'DPR-1';
  insert into banking_details (organization, bank_name, account_holder_name, account_number_sealed, account_last4, account_fingerprint,
    routing_number, account_type, tax_id_sealed, tax_id_last4, tax_id_fingerprint, business_type, tax_address, tax_city, tax_state, tax_zip)
  values ('${A}', 'Bank', 'A', 's', '6789', 'f', '021000021', 'checking', 's', '4321', 'f', 'llc', 'Street', 'Oslo', 'NY', '10001');
  ${dispute(1, A, C)}
  ${dispute(3, C, A)}
  insert into dispute_files (contract_id, client, vendor, organization, uploaded_by, file_name, bytes, sha256, storage_key)
  values ('CTR-1', '${A}', '${C}', '${A}', '${people.member}', 'unstated.csv', 1, '${'0'.repeat(64)}', 'evidence/unstated');
  insert into payouts (vendor, amount_cents, account_last4, account_since, bank_name, scheduled_for)
  values ('${A}', 15000, '6789', now(), 'Bank', now());
  insert into payout_settings (organization, cadence, weekday) values ('${A}', 'weekly', 5);
  insert into stripe_accounts (organization, account_id) values ('${A}', 'acct_a');
  insert into stripe_payers (organization, customer_id, last4) values ('${A}', 'cus_a', '6789');
  insert into subscriptions (organization, anchored_at, period_start, period_end)
  values ('${A}', now(), now(), now() + interval '1 month');
  insert into payment_methods (organization, provider, bank_name, account_last4, account_holder_name, routing_number, account_type,
    account_number_sealed, authorized_at)
  values ('${A}', 'built_in', 'Plan Bank', '7654', 'A', '021000021', 'checking', 'sealed', now());
  insert into subscription_charges (organization, plan, period_start, period_end, amount_cents, bank_name, account_last4, submitted_at)
  values ('${A}', 'professional', now() - interval '1 month', now(), 2900, 'Plan Bank', '7654', now());
  insert into payments (contract_id, client, entry_id, amount_cents, method, account_holder, bank_name, last4)
  values ('CTR-1', '${A}', gen_random_uuid(), 15375, 'ACH', 'A', 'Bank', '6789');
  insert into tranches (contract_id, number, client, vendor, amount_cents, trigger) values ('CTR-1', 1, '${A}', '${C}', 15000, 'on_acceptance');
  insert into refunds (contract_id, client, payment_id, entry_id, reason, amount_cents)
  values ('CTR-1', '${A}', gen_random_uuid(), gen_random_uuid(), 'goodwill', 100);
  ${document('INV-2026-000001', 'invoice', A)}
  ${document('STM-2026-000001', 'statement', C)}
  ${delivery({ letter: 'a', contractId: 'CTR-3', client: C, vendor: A }, 'ready', 'sent.csv')}
  ${delivery({ letter: 'b', contractId: 'CTR-1', client: A, vendor: C }, 'ready', 'received.csv')}
  insert into delivery_previews (delivery_id, tables) values
    ('00000000-0000-4000-8000-${'a'.repeat(12)}', '[{"name": "sent"}]'),
    ('00000000-0000-4000-8000-${'b'.repeat(12)}', '[{"name": "received"}]');
  insert into listings (id, vendor, delivery_id, status, revision, content) values
    ('LST-1', '${A}', '00000000-0000-4000-8000-${'a'.repeat(12)}', 'published', 2, '{}');
  insert into listing_revisions (listing_id, revision, vendor, delivery_id, title, category, description, content,
    column_names, shape, records, accuracy_tenths, epsilon, delta, lowest_price_cents, published_at, is_live)
  select 'LST-1', revision, '${A}', '00000000-0000-4000-8000-${'a'.repeat(12)}', 'T', 'retail', 'D', '{}', '{age}', '{}', 1,
    900, 1, 1e-6, 100, now(), revision = 2 from generate_series(1, 2) revision;
  insert into deliveries (id, vendor, file_name, file_bytes) values
    ('00000000-0000-4000-8000-0000000000ff', '${A}', '', 0);
  insert into measured_twins (delivery_id, vendor, title, category, privacy_level, created_at) values
    ('00000000-0000-4000-8000-0000000000ff', '${A}', 'T', 'retail', 'high', now());
  ${offer('OFR-21', 'DPR-2', A, C, 'pending')}
  ${offer('OFR-22', 'DPR-2', A, C, 'rejected')}
  insert into offer_previews (offer_id, client, vendor, sample_id, file_name, file_bytes, state, reason, figures, tables, finished_at) values
    ('OFR-1', '${A}', '${C}', gen_random_uuid(), 'received.csv', 1, 'ready', null, '{}', '[]', now()),
    ('OFR-3', '${C}', '${A}', gen_random_uuid(), 'sent.csv', 1, 'making', null, null, null, null),
    ('OFR-21', '${A}', '${C}', gen_random_uuid(), 'refused.csv', 1, 'refused', 'R', null, null, now()),
    ('OFR-22', '${A}', '${C}', gen_random_uuid(), 'declined.csv', 1, 'ready', null, '{}', '[]', now());
  ${delivery({ letter: 'c', contractId: 'CTR-1', client: A, vendor: C }, 'refused', 'refused.csv')}
  ${draft('d', 'CTR-3', C, A)}
  insert into sources (id, vendor, name, rho_limit_billionths) values ('SRC-1', '${A}', 'Panel', 9);
  insert into data_subscriptions (id, client, vendor, listing_id, listing_revision, source_id, title, terms, epsilon, revisions)
  values ('SUB-1', '${C}', '${A}', 'LST-1', 1, 'SRC-1', 'T', '{}', 1, 3);
  insert into data_subscription_revisions (subscription_id, number, client, vendor, opened_at, pay_by)
  values ('SUB-1', 1, '${C}', '${A}', now(), now());
  insert into source_spendings (source_id, vendor, purpose, subject, deal, rho_billionths, delta)
  values ('SRC-1', '${A}', 'delivery', 'D', 'CTR-1', 1, 1e-6);
  insert into certificates (id, delivery_id, contract_id, client, vendor, jws, issued_at)
  select id, id, contract_id, client, vendor, 'jws', now() from deliveries where status = 'ready';
  insert into certificate_disclosures (certificate_id, claim, client, vendor, disclosure)
  select id, claim, client, vendor, 'disclosure' from certificates, unnest('{price,fee}'::text[]) claim;
  insert into licenses (delivery_id, contract_id, client, vendor, terms, policy, issued_at)
  select id, contract_id, client, vendor, '{}', '{}', now() from deliveries where status = 'ready';
  insert into reviews (contract_id, client, vendor, project, rating, comment) values ('CTR-3', '${C}', '${A}', 'T', 4, 'Good');
  insert into vendor_records (vendor, category, completed) values ('${A}', 'retail', 1);
  insert into company_ratings (company) values ('${A}');
  insert into legal_versions (document, version, dated, text)
  values ('terms', encode(sha256('T'), 'hex'), now(), 'T');
  insert into legal_acceptances (user_id, organization, document, version, act)
  select '${people.member}', '${A}', document, version, 'arrival' from legal_versions;
  insert into support_tickets (id, user_id, organization, name, email, subject)
  values ('SUP-1', '${people.member}', '${A}', 'Member', 'member@a.test', 'S');
  insert into support_messages (ticket_id, user_id, from_staff, body) values ('SUP-1', '${people.member}', false, 'B');`
