/** Lists the tables that no caller reaches: only the system reads and writes them. */

const nobody: readonly never[] = []
const none = { select: nobody, insert: nobody, update: nobody, delete: nobody }

type Closed = { table: string; row: null } & typeof none

const closed = (schema: string, ...tables: string[]): Closed[] =>
  tables.map((table) => ({ table: `${schema}.${table}`, row: null, ...none }))

export const closedTables: Closed[] = [
  ...closed('public', 'payout_items', 'agreement_texts', 'agreement_consents'),
  ...closed('public', 'schema_migrations', 'presence'),
  ...closed(
    'public',
    'bank_instructions',
    'bank_events',
    'bank_statements',
    'bank_statement_breaks',
  ),
  ...closed('built_in_bank', 'transfers', 'notices'),
  ...closed('app', 'data_keys', 'delivery_keys', 'blob_keys', 'offer_samples', 'certificate_keys'),
  ...closed('app', 'seal_keys'),
  ...closed(
    'app',
    'source_keys',
    'source_prints',
    'source_sketches',
    'delivery_models',
    'source_models',
  ),
  ...closed('app', 'key_store', 'destructions', 'sealed_deliveries'),
  ...closed('app', 'audit_log', 'audit_chain'),
  ...closed('app', 'jobs', 'scheduled_tasks'),
  ...closed('public', 'adjustments'),
  ...closed('app', 'invoice_numbers'),
  ...closed('app', 'mails', 'internal_reports', 'delivery_reviews', 'events'),
  ...closed('app', 'restores', 'schema_floor'),
  ...closed('app', 'workers', 'held_deliveries', 'job_faults', 'incidents'),
  ...closed('app', 'sample_resets', 'api_keys', 'idempotency_keys'),
  ...closed('app', 'webhook_endpoints', 'webhook_deliveries', 'api_requests'),
  ...closed('app', 'signing_keys', 'measurements'),
  ...closed('app', 'connections', 'connected_deliveries'),
  ...closed('app', 'push_destinations', 'pushes', 'shipping_addresses', 'shipments'),
  ...closed('app', 'price_groups', 'price_group_contracts', 'market_figures', 'usage'),
  ...closed('app', 'vendor_columns'),
  ...closed('app', 'score_facts', 'related_companies'),
  ...closed(
    'app',
    'application_questions',
    'application_comparisons',
    'application_notes',
    'approval_links',
  ),
  ...closed('app', 'documents', 'tax_forms'),
  ...closed('app', 'refusing_addresses', 'digests', 'push_subscriptions', 'claim_checks'),
  ...closed('app', 'sso_domains', 'sso_connections', 'sso_members', 'sso_group_roles'),
  ...closed(
    'app',
    'directory_tokens',
    'directory_users',
    'directory_groups',
    'directory_group_members',
  ),
  ...closed('app', 'spending_rules', 'member_limits', 'limit_changes', 'purchase_references'),
  ...closed('app', 'answer_rules'),
  ...closed('app', 'approvals', 'approval_decisions', 'approval_stand_ins'),
  ...closed('auth', 'users', 'identities', 'sessions', 'refresh_tokens', 'one_time_tokens'),
  ...closed('auth', 'pkce_codes', 'signing_keys', 'saml_keys', 'rate_limits'),
  ...closed('auth', 'factors', 'challenges', 'oauth_flows'),
  ...closed('ledger', 'chart', 'account', 'balance', 'current_balance'),
  ...closed('ledger', 'entry', 'movement', 'outbox'),
  ...closed('transparency', 'logs', 'deals', 'openings', 'staged', 'leaves', 'tiles'),
  ...closed('transparency', 'checkpoints', 'forgotten', 'witnesses', 'cosignatures'),
]
