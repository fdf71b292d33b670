-- Written by `npm run db:generate` from the migrations; not to be edited.

-- Tables

create table app.answer_rules (
  dpr_id text not null,
  organization uuid not null,
  side text not null,
  offer_id text,
  offer_revision integer,
  user_id uuid,
  opening_cents bigint not null,
  price_bound_cents bigint not null,
  step_cents bigint not null,
  answers integer not null,
  may_approve boolean not null,
  bounds jsonb not null,
  stated_at timestamp(3) with time zone not null,
  stopped_at timestamp(3) with time zone
);
create table app.api_keys (
  id uuid not null default uuidv7(),
  organization uuid not null,
  user_id uuid not null,
  session_id uuid,
  name text not null,
  start text not null,
  hash bytea not null,
  scopes text[] not null,
  allowed text[] not null default '{}'::text[],
  limit_cents bigint not null default 0,
  expires_at timestamp(3) with time zone not null,
  reminders smallint not null default 0,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_by uuid,
  created_at timestamp(3) with time zone not null default now()
);
create table app.api_requests (
  id uuid not null default uuidv7(),
  organization uuid not null,
  key_id uuid not null,
  operation text not null,
  status smallint not null,
  code text,
  ms integer not null,
  request_id text not null,
  at timestamp(3) with time zone not null
);
create table app.application_comparisons (
  application_id uuid not null,
  digest text not null,
  is_seen boolean not null,
  result jsonb not null,
  compared_at timestamp(3) with time zone not null
);
create table app.application_notes (
  id uuid not null default uuidv7(),
  application_id uuid not null,
  note text not null,
  written_by uuid,
  written_at timestamp(3) with time zone not null
);
create table app.application_questions (
  id uuid not null default uuidv7(),
  application_id uuid not null,
  question text not null,
  asked_by uuid,
  asked_at timestamp(3) with time zone not null,
  token_sha256 bytea,
  answer text,
  answered_at timestamp(3) with time zone,
  asks_document boolean not null default false
);
create table app.approval_decisions (
  approval uuid not null,
  user_id uuid not null,
  in_place_of uuid,
  is_administrator boolean not null,
  decision text not null,
  comment text,
  decided_at timestamp(3) with time zone not null default now()
);
create table app.approval_links (
  token_sha256 bytea not null,
  organization uuid not null,
  email text not null,
  contact_person text not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone
);
create table app.approval_stand_ins (
  approver uuid not null,
  organization uuid not null,
  stand_in uuid not null,
  until timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now()
);
create table app.approvals (
  id uuid not null default uuidv7(),
  organization uuid not null,
  offer_id text not null,
  revision integer not null,
  amount_cents bigint not null,
  asked_by uuid,
  note text,
  reason text not null,
  limit_cents bigint not null,
  state text not null default 'waiting'::text,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone
);
create table app.audit_chain (
  "position" bigint not null,
  audit_seq bigint,
  entry_id uuid,
  xact xid8 not null,
  hash bytea not null
);
create table app.audit_log (
  seq bigint not null generated always as identity,
  at timestamp(3) with time zone not null default now(),
  actor uuid,
  action text not null,
  object text not null,
  detail jsonb not null default '{}'::jsonb,
  xact xid8 not null default pg_current_xact_id()
);
create table app.blob_keys (
  id uuid not null default uuidv7(),
  owner_kind text not null,
  owner_id text not null,
  wrapping integer not null,
  wrapped_key text,
  created_at timestamp(3) with time zone not null default now(),
  destroyed_at timestamp(3) with time zone
);
create table app.certificate_keys (
  kid text not null,
  public_jwk jsonb not null,
  private_jwk_sealed text,
  created_at timestamp(3) with time zone not null default now(),
  retired_at timestamp(3) with time zone
);
create table app.claim_checks (
  contract_id text not null,
  id uuid not null default uuidv7(),
  delivery_id uuid not null,
  claims jsonb not null,
  judged jsonb,
  created_at timestamp(3) with time zone not null,
  times smallint not null default 1
);
create table app.connected_deliveries (
  delivery_id uuid not null,
  vendor uuid not null,
  connection_id uuid,
  connection_name text not null,
  kind text not null,
  objects jsonb not null,
  places text[] not null,
  away_reason text,
  read_at timestamp(3) with time zone,
  was_on_disk boolean not null default false,
  ended_at timestamp(3) with time zone,
  refusals smallint not null default 0
);
create table app.connections (
  id uuid not null,
  organization uuid not null,
  name text not null,
  kind text not null,
  settings jsonb not null,
  secret_sealed text not null,
  can_write boolean,
  tried_at timestamp(3) with time zone not null,
  secret_replaced_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now()
);
create table app.data_keys (
  organization uuid not null,
  version integer not null,
  wrapping integer not null,
  wrapped_key text,
  created_at timestamp(3) with time zone not null default now(),
  destroyed_at timestamp(3) with time zone
);
create table app.delivery_keys (
  id uuid not null default uuidv7(),
  delivery_id uuid not null,
  upload_id text,
  wrapping integer not null,
  wrapped_key text,
  created_at timestamp(3) with time zone not null default now(),
  destroyed_at timestamp(3) with time zone
);
create table app.delivery_models (
  delivery_id uuid not null,
  storage_key text not null,
  bytes bigint not null,
  sha256 text not null,
  key_id uuid not null,
  created_at timestamp(3) with time zone not null default now()
);
create table app.delivery_reviews (
  delivery_id uuid not null,
  tables jsonb not null,
  choices jsonb not null default '[]'::jsonb,
  table_choices jsonb not null default '[]'::jsonb,
  prints jsonb,
  profiles bytea,
  profiles_original text
);
create table app.destructions (
  original text not null,
  delivery_id uuid,
  offer_id text,
  bytes bigint not null,
  key_store text not null,
  why text not null,
  asked_at timestamp(3) with time zone not null default now(),
  method text,
  evidence jsonb,
  destroyed_at timestamp(3) with time zone
);
create table app.digests (
  week date not null,
  user_id uuid not null
);
create table app.directory_group_members (
  group_id uuid not null,
  member uuid not null
);
create table app.directory_groups (
  id uuid not null default uuidv7(),
  organization uuid not null,
  name text not null,
  external_id text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  changed_at timestamp(3) with time zone not null default now()
);
create table app.directory_tokens (
  organization uuid not null,
  token_hash text not null,
  made_at timestamp(3) with time zone not null default now(),
  used_at timestamp(3) with time zone
);
create table app.directory_users (
  id uuid not null default uuidv7(),
  organization uuid not null,
  user_id uuid,
  user_name text not null,
  email text not null,
  external_id text,
  attributes jsonb not null,
  is_active boolean not null,
  held_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  changed_at timestamp(3) with time zone not null default now()
);
create table app.documents (
  id uuid not null,
  application_id uuid,
  organization uuid,
  uploaded_by uuid,
  file_name text not null,
  bytes bigint not null,
  sha256 text not null,
  blob_id text not null,
  key_id uuid not null,
  uploaded_at timestamp(3) with time zone not null,
  destroy_after timestamp(3) with time zone
);
create table app.events (
  id bigint not null generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  organization uuid,
  user_id uuid,
  topic text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null default now()
);
create table app.held_deliveries (
  delivery_id uuid not null,
  resumes_as text not null,
  cause text not null,
  held_at timestamp(3) with time zone not null default now()
);
create table app.idempotency_keys (
  owner uuid not null,
  key text not null,
  operation text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamp(3) with time zone not null default now()
);
create table app.incidents (
  id uuid not null default uuidv7(),
  dependency text not null,
  opened_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  faults integer not null default 1,
  last_error text not null,
  alerted_at timestamp(3) with time zone,
  end_alerted_at timestamp(3) with time zone,
  last_fault_at timestamp(3) with time zone
);
create table app.internal_reports (
  delivery_id uuid not null,
  report jsonb not null
);
create table app.invoice_numbers (
  series text not null,
  year smallint not null,
  last integer not null
);
create table app.job_faults (
  job_id bigint not null,
  dependency text not null,
  since timestamp(3) with time zone not null,
  count integer not null
);
create table app.key_store (
  is_only boolean not null default true,
  id uuid not null,
  is_replaceable boolean not null default false,
  made_at timestamp(3) with time zone not null default now()
);
create table app.limit_changes (
  id uuid not null default uuidv7(),
  organization uuid not null,
  member uuid,
  takes_back boolean not null default false,
  from_payment_cents bigint,
  from_month_cents bigint,
  payment_cents bigint,
  month_cents bigint,
  asked_by uuid,
  state text not null default 'waiting'::text,
  decided_by uuid,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone
);
create table app.mails (
  id uuid not null default uuidv7(),
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  document text,
  unsubscribe_url text,
  returned_at timestamp(3) with time zone,
  returned text
);
create table app.market_figures (
  market text not null,
  kind text not null,
  starts_on date not null,
  figures jsonb not null,
  computed_at timestamp(3) with time zone not null
);
create table app.measurements (
  id uuid not null,
  delivery_id uuid not null,
  contract_id text not null,
  vendor uuid not null,
  source_id text not null,
  epsilon double precision not null,
  seed bigint not null,
  schema jsonb,
  engine_version text not null,
  state text not null default 'reserved'::text,
  model_sha256 text,
  statement text,
  signing_key uuid,
  reports jsonb,
  refusal text,
  announced_rows text[],
  created_at timestamp(3) with time zone not null default now(),
  begun_at timestamp(3) with time zone,
  stated_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone
);
create table app.member_limits (
  user_id uuid not null,
  organization uuid not null,
  payment_cents bigint,
  month_cents bigint,
  updated_at timestamp(3) with time zone not null default now()
);
create table app.offer_samples (
  id uuid not null,
  offer_id text not null,
  vendor uuid not null,
  bytes bigint not null,
  sealed_key text,
  chosen_source text,
  ending jsonb
);
create table app.price_group_contracts (
  contract_id text not null,
  key text not null
);
create table app.price_groups (
  key text not null,
  contracts integer not null,
  vendors integer not null,
  low_cents bigint not null,
  high_cents bigint not null,
  low_days integer not null,
  high_days integer not null,
  since timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null default now(),
  low_answer_days integer,
  high_answer_days integer
);
create table app.purchase_references (
  offer_id text not null,
  organization uuid not null,
  purchase_order text,
  cost_center text,
  updated_at timestamp(3) with time zone not null default now()
);
create table app.push_destinations (
  id uuid not null,
  organization uuid not null,
  name text not null,
  kind text not null,
  settings jsonb not null,
  secret_kind text not null,
  secret_sealed text not null,
  is_automatic boolean not null,
  state text not null default 'enabled'::text,
  disabled_as text,
  created_at timestamp(3) with time zone not null default now()
);
create table app.push_subscriptions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp(3) with time zone not null default now(),
  silences smallint not null default 0,
  paused_until timestamp(3) with time zone
);
create table app.pushes (
  id uuid not null default uuidv7(),
  contract_id text not null,
  delivery_id uuid not null,
  client uuid not null,
  destination uuid,
  destination_name text not null,
  kind text not null,
  target text not null,
  requested_by uuid,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  sent text[] not null default '{}'::text[],
  sent_bytes bigint not null default 0,
  all_files integer,
  failure text,
  attempted_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now()
);
create table app.refusing_addresses (
  address text not null,
  refused_at timestamp(3) with time zone not null,
  reply text not null,
  is_reported boolean not null default false
);
create table app.related_companies (
  vendor uuid not null,
  client uuid not null,
  found_at timestamp(3) with time zone not null
);
create table app.restores (
  id uuid not null default uuidv7(),
  restored_to timestamp(3) with time zone not null,
  started_at timestamp with time zone not null default now(),
  confirmed_at timestamp(3) with time zone,
  confirmed_by uuid
);
create table app.sample_resets (
  id uuid not null default uuidv7(),
  asked_by uuid,
  asked_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  failed boolean not null default false
);
create table app.schema_floor (
  is_only boolean not null default true,
  level integer not null,
  raised_by text not null,
  raised_at timestamp(3) with time zone not null default now()
);
create table app.score_facts (
  contract_id text not null,
  place bigint not null generated always as identity,
  vendor uuid not null,
  client uuid not null,
  ended_at timestamp(3) with time zone not null,
  recorded_at timestamp(3) with time zone not null,
  accuracy_percent double precision,
  expected_percent double precision,
  accuracy double precision,
  gate smallint,
  punctuality smallint not null
);
create table app.seal_keys (
  id uuid not null default uuidv7(),
  certificate bytea not null,
  private_key_sealed text not null,
  not_after timestamp(3) with time zone not null
);
create table app.sealed_deliveries (
  delivery_id uuid not null,
  outcome jsonb not null,
  sealed_at timestamp(3) with time zone not null default now()
);
create table app.shipments (
  id uuid not null default uuidv7(),
  contract_id text not null,
  delivery_id uuid not null,
  medium text not null,
  encryption text not null,
  carrier text not null,
  tracking text,
  address text not null,
  sent_on date not null,
  stated_at timestamp(3) with time zone not null default now(),
  stated_by uuid,
  arrived_as text,
  arrived_on date,
  arrival_stated_at timestamp(3) with time zone,
  arrival_stated_by uuid
);
create table app.shipping_addresses (
  contract_id text not null,
  address text not null,
  updated_by uuid,
  updated_at timestamp(3) with time zone not null default now()
);
create table app.signing_keys (
  id uuid not null default uuidv7(),
  organization uuid not null,
  name text not null,
  kid text not null,
  jwk jsonb not null,
  created_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  revoked_at timestamp(3) with time zone
);
create table app.source_keys (
  vendor uuid not null,
  sealed_key text not null,
  created_at timestamp(3) with time zone not null default now()
);
create table app.source_models (
  spending_id uuid not null,
  vendor uuid not null,
  recipe_sha256 text,
  storage_key text not null,
  bytes bigint not null,
  sha256 text not null,
  sealed_key text not null,
  sealed_split text not null,
  created_at timestamp(3) with time zone not null default now()
);
create table app.source_prints (
  vendor uuid not null,
  kind text not null,
  value text not null,
  spending_id uuid not null
);
create table app.source_sketches (
  vendor uuid not null,
  rows_print text not null,
  hashes bigint[] not null
);
create table app.spending_rules (
  organization uuid not null,
  payment_cents bigint,
  month_cents bigint,
  member_payment_cents bigint,
  member_month_cents bigint,
  needs_purchase_order boolean not null default false,
  needs_cost_center boolean not null default false,
  updated_by uuid,
  updated_at timestamp(3) with time zone not null default now()
);
create table app.sso_connections (
  id uuid not null,
  organization uuid not null,
  kind text not null,
  issuer text not null,
  client_id text,
  secret_sealed text,
  entry_point text,
  certificates text[] not null default '{}'::text[],
  key_count integer not null,
  group_claim text not null default 'groups'::text,
  is_required boolean not null default false,
  creates_members boolean not null default true,
  break_glass uuid,
  read_at timestamp(3) with time zone not null,
  signed_in_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  signs_requests boolean not null default false
);
create table app.sso_domains (
  id uuid not null default uuidv7(),
  organization uuid not null,
  domain text not null,
  token text not null,
  proved_at timestamp(3) with time zone,
  checked_at timestamp(3) with time zone,
  missing_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now()
);
create table app.sso_group_roles (
  organization uuid not null,
  group_name text not null,
  role text not null
);
create table app.sso_members (
  user_id uuid not null,
  organization uuid not null,
  groups text[] not null default '{}'::text[],
  signed_in_at timestamp(3) with time zone not null
);
create table app.tax_forms (
  id uuid not null default uuidv7(),
  organization uuid not null,
  document_id uuid not null,
  kind text not null,
  signed_on date not null,
  last_day date,
  state text not null default 'waiting'::text,
  reason text,
  decided_at timestamp(3) with time zone,
  decided_by uuid,
  replaced_at timestamp(3) with time zone,
  reminders integer not null default 0
);
create table app.usage (
  kind text not null,
  object_id text not null,
  viewer uuid not null,
  day date not null,
  vendor uuid not null
);
create table app.vendor_columns (
  vendor uuid not null,
  "position" smallint not null,
  name text not null,
  holds text,
  words text not null
);
create table app.webhook_deliveries (
  id uuid not null default uuidv7(),
  endpoint uuid not null,
  event_id uuid not null,
  type text not null,
  body text not null,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  next_at timestamp(3) with time zone default now(),
  sending_until timestamp(3) with time zone,
  attempted_at timestamp(3) with time zone,
  last_status smallint,
  last_failure text,
  last_answer text,
  last_ms integer,
  created_at timestamp(3) with time zone not null default now()
);
create table app.webhook_endpoints (
  id uuid not null,
  organization uuid not null,
  url text not null,
  types text[] not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_until timestamp(3) with time zone,
  state text not null default 'enabled'::text,
  disabled_as text,
  failing_since timestamp(3) with time zone,
  slow_until timestamp(3) with time zone,
  claimed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now()
);
create table app.workers (
  id uuid not null,
  process_id uuid not null,
  role text not null,
  pools text[] not null default '{}'::text[],
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  schema_level integer,
  identity text
);
create table auth.challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  session_id uuid not null,
  ip text not null,
  code_hash text,
  attempts smallint not null default 0,
  answered_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now()
);
create table auth.factors (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  type text not null,
  status text not null default 'unverified'::text,
  friendly_name text not null default ''::text,
  secret_sealed text,
  phone text,
  last_time_step bigint,
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
create table auth.identities (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  provider text not null,
  subject text not null,
  identity_data jsonb not null default '{}'::jsonb,
  email text,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
create table auth.oauth_flows (
  state_hash text not null,
  provider text not null,
  browser_hash text not null,
  secrets_sealed text not null,
  redirect_to text not null,
  code_challenge text,
  linking_user_id uuid,
  linking_session_id uuid,
  used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  answer_sealed text
);
create table auth.one_time_tokens (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  type text not null,
  recipient text not null,
  token_hash text,
  code_hash text,
  attempts smallint not null default 0,
  code_challenge text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now()
);
create table auth.pkce_codes (
  code_hash text not null,
  user_id uuid not null,
  method text not null,
  code_challenge text not null,
  provider_tokens_sealed text,
  expires_at timestamp with time zone not null
);
create table auth.rate_limits (
  key text not null,
  tokens double precision not null,
  updated_at timestamp with time zone not null default now()
);
create table auth.refresh_tokens (
  id uuid not null,
  token_hash text not null,
  session_id uuid not null,
  parent_id uuid,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone
);
create table auth.saml_keys (
  id uuid not null default uuidv7(),
  certificate bytea not null,
  private_key_sealed text not null,
  signs_from timestamp(3) with time zone not null,
  not_after timestamp(3) with time zone not null
);
create table auth.sessions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  aal text not null default 'aal1'::text,
  amr jsonb not null,
  user_agent text,
  ip text,
  created_at timestamp with time zone not null default now(),
  refreshed_at timestamp with time zone,
  factor_id uuid,
  used_at timestamp(3) with time zone not null generated always as (COALESCE(refreshed_at, created_at)) stored,
  proved_at timestamp with time zone,
  ends_at timestamp(3) with time zone
);
create table auth.signing_keys (
  kid text not null,
  public_jwk jsonb not null,
  private_jwk_sealed text not null,
  signs_from timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now()
);
create table auth.users (
  id uuid not null default uuidv7(),
  email text,
  password_hash text,
  email_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  new_email text,
  email_change_sent_at timestamp with time zone,
  email_change_confirmed_by text,
  phone text,
  phone_confirmed_at timestamp with time zone,
  new_phone text,
  phone_change_sent_at timestamp with time zone,
  reauthentication_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  is_anonymous boolean not null default false,
  user_metadata jsonb not null default '{}'::jsonb,
  app_metadata jsonb not null default '{"provider": "email", "providers": ["email"]}'::jsonb,
  banned_until timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  known_browsers bytea[] not null default '{}'::bytea[]
);
create table ledger.account (
  id bigint not null generated always as identity,
  code text not null,
  kind text not null,
  contract_id text,
  org_id uuid
);
create table ledger.balance (
  account_id bigint not null,
  normal smallint not null,
  debits bigint not null default 0,
  credits bigint not null default 0,
  version bigint not null default 0,
  folded_to xid8
);
create table ledger.chart (
  kind text not null,
  normal smallint not null,
  subject text not null,
  meaning text not null,
  mode text not null default 'strict'::text
);
create table ledger.entry (
  id uuid not null default uuidv7(),
  org_id uuid,
  idem_key text not null,
  request_hash bytea not null,
  kind text not null,
  contract_id text,
  effective_at timestamp(3) with time zone not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  xact xid8 not null default pg_current_xact_id()
);
create table ledger.movement (
  entry_id uuid not null,
  leg smallint not null,
  dr bigint not null,
  cr bigint not null,
  amount bigint not null,
  dr_version bigint,
  cr_version bigint,
  dr_after bigint,
  cr_after bigint,
  xact xid8 not null default pg_current_xact_id()
);
create table ledger.outbox (
  id bigint not null generated always as identity,
  entry_id uuid not null,
  topic text not null,
  xact xid8 not null default pg_current_xact_id(),
  sent_at timestamp with time zone
);
create table public.adjustments (
  id uuid not null default uuidv7(),
  form text not null,
  organization uuid,
  amount_cents bigint not null,
  reason text not null,
  state text not null default 'proposed'::text,
  reverses uuid,
  break_id uuid,
  proposed_by uuid,
  proposed_at timestamp(3) with time zone not null default now(),
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  decision_note text,
  entry_id uuid
);
create table public.agreement_consents (
  id uuid not null default uuidv7(),
  offer_id text not null,
  agreement_sha256 text not null,
  side text not null,
  act text not null,
  statement text not null,
  user_id uuid,
  session_id uuid,
  key_id uuid,
  aal text,
  at timestamp(3) with time zone not null
);
create table public.agreement_documents (
  contract_id text not null,
  revision integer not null,
  kind text not null,
  client uuid not null,
  vendor uuid not null,
  terms_sha256 text not null,
  document_sha256 text not null,
  pdf bytea not null,
  drawn_at timestamp(3) with time zone not null,
  agreement_sha256 text
);
create table public.agreement_texts (
  offer_id text not null,
  agreement_sha256 text not null,
  revision integer not null,
  text text not null,
  made_at timestamp(3) with time zone not null
);
create table public.bank_events (
  provider text not null,
  event_id text not null,
  key text not null,
  type text not null,
  code text,
  occurred_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null default now(),
  processed_at timestamp(3) with time zone
);
create table public.bank_instructions (
  key text not null,
  kind text not null,
  organization uuid not null,
  amount_cents bigint not null,
  refund_of text,
  account_sealed text,
  description text not null,
  state text not null default 'queued'::text,
  provider text not null,
  provider_ref text,
  failure_code text,
  attempts integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  submitted_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone
);
create table public.bank_statement_breaks (
  id uuid not null default uuidv7(),
  provider text not null,
  day date not null,
  kind text not null,
  type text,
  key text,
  provider_ref text,
  statement_cents bigint not null,
  ledger_cents bigint not null,
  difference_cents bigint not null generated always as ((statement_cents - ledger_cents)) stored,
  entry_id uuid,
  found_at timestamp(3) with time zone not null default now(),
  state text not null default 'open'::text,
  resolution text,
  resolved_at timestamp(3) with time zone
);
create table public.bank_statements (
  provider text not null,
  day date not null,
  lines integer not null,
  matched integer not null,
  statement_cents bigint not null,
  ledger_cents bigint not null,
  read_at timestamp(3) with time zone not null default now()
);
create table public.banking_details (
  organization uuid not null,
  revision integer not null default 1,
  bank_name text not null,
  account_holder_name text not null,
  account_number_sealed text not null,
  account_last4 text not null,
  account_fingerprint text not null,
  routing_number text not null,
  account_type text not null,
  tax_id_sealed text not null,
  tax_id_last4 text not null,
  tax_id_fingerprint text not null,
  business_type text not null,
  tax_address text not null,
  tax_city text not null,
  tax_state text not null,
  tax_zip text not null,
  additional_notes text not null default ''::text,
  hold_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  account_changed_at timestamp(3) with time zone not null default now(),
  updated_by uuid,
  account_kind text not null default 'us'::text,
  account_country text not null default 'US'::text,
  bic text,
  vat_number text
);
create table public.business_applications (
  id uuid not null default uuidv7(),
  business_name text not null,
  business_website text,
  business_email text not null,
  registration_number text,
  business_address text not null,
  city text not null,
  country text not null,
  industry text not null,
  business_description text not null,
  contact_person text not null,
  contact_phone text,
  status text not null default 'pending'::text,
  decision_reason text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  due_at timestamp(3) with time zone not null default app.business_days_after(now(), 5),
  waiting_since timestamp(3) with time zone,
  acknowledged_at timestamp(3) with time zone,
  intent text
);
create table public.certificate_disclosures (
  certificate_id uuid not null,
  claim text not null,
  client uuid not null,
  vendor uuid not null,
  disclosure text not null
);
create table public.certificates (
  id uuid not null,
  delivery_id uuid not null,
  contract_id text,
  client uuid,
  vendor uuid not null,
  jws text not null,
  issued_at timestamp(3) with time zone not null
);
create table public.change_requests (
  id uuid not null default uuidv7(),
  contract_id text not null,
  client uuid not null,
  vendor uuid not null,
  user_id uuid,
  reason text not null,
  created_at timestamp(3) with time zone not null default now(),
  answered_at timestamp(3) with time zone
);
create table public.company_ratings (
  company uuid not null,
  stars integer[] not null default '{0,0,0,0,0}'::integer[]
);
create table public.contract_milestones (
  id uuid not null default uuidv7(),
  contract_id text not null,
  client uuid not null,
  vendor uuid not null,
  added_by uuid not null,
  title text not null,
  description text,
  due_on date,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now()
);
create table public.contracts (
  id text not null default ('CTR-'::text || nextval('contract_number'::regclass)),
  offer_id text not null,
  dpr_id text not null,
  client uuid not null,
  vendor uuid not null,
  title text not null,
  price_cents bigint not null,
  fee_cents bigint not null,
  timeline_days integer not null,
  status text not null default 'awaiting_payment'::text,
  stage text,
  created_at timestamp(3) with time zone not null default now(),
  funded_at timestamp(3) with time zone,
  submitted_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  review_days smallint not null default 14,
  review_ends_at timestamp(3) with time zone,
  reminded_days smallint,
  cancelled_at timestamp(3) with time zone,
  payment_returned_at timestamp(3) with time zone,
  resumes_as text,
  review_left interval,
  fee_bps integer not null,
  held_ms bigint not null default 0,
  held_since timestamp(3) with time zone,
  due_price_cents bigint,
  due_accuracy_tenths smallint,
  due_accuracy_low_tenths smallint,
  due_accuracy_high_tenths smallint
);
create table public.conversation_reads (
  conversation_id uuid not null,
  user_id uuid not null,
  organization uuid not null,
  side text not null,
  last_message_id uuid,
  read_at timestamp(3) with time zone,
  unread_count integer not null default 0,
  unread_at timestamp(3) with time zone
);
create table public.conversations (
  id uuid not null default uuidv7(),
  dpr_id text not null,
  title text not null default ''::text,
  client uuid not null,
  vendor uuid not null,
  client_sort text not null default ''::text,
  vendor_sort text not null default ''::text,
  client_at timestamp(3) with time zone,
  vendor_at timestamp(3) with time zone,
  last_message_id uuid,
  client_told boolean not null default false,
  vendor_told boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  answering_ended_at timestamp(3) with time zone,
  answering_ended_by uuid
);
create table public.data_contracts (
  dpr_id text not null,
  content jsonb not null
);
create table public.data_subscription_revisions (
  subscription_id text not null,
  number smallint not null,
  client uuid not null,
  vendor uuid not null,
  opened_at timestamp(3) with time zone not null,
  pay_by timestamp(3) with time zone not null,
  reminded_at timestamp(3) with time zone,
  dpr_id text,
  offer_id text,
  ended_as text,
  ended_at timestamp(3) with time zone
);
create table public.data_subscriptions (
  id text not null default ('SUB-'::text || nextval('data_subscription_number'::regclass)),
  client uuid not null,
  vendor uuid not null,
  listing_id text not null,
  listing_revision integer not null,
  source_id text not null,
  title text not null,
  terms jsonb not null,
  epsilon double precision not null,
  revisions smallint not null,
  status text not null default 'active'::text,
  paused_as text,
  ended_as text,
  next_due_at timestamp(3) with time zone,
  published_by uuid,
  created_by uuid,
  created_at timestamp(3) with time zone not null default now()
);
create table public.deliveries (
  id uuid not null default uuidv7(),
  contract_id text,
  client uuid,
  vendor uuid not null,
  created_by uuid,
  file_name text not null,
  file_bytes bigint not null,
  notes text,
  status text not null default 'draft'::text,
  attempt integer not null default 0,
  stage text,
  progress real not null default 0,
  reason text,
  report jsonb,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  superseded_at timestamp(3) with time zone,
  file_count integer not null default 1,
  run_id uuid,
  other_reports jsonb not null default '[]'::jsonb,
  gate jsonb,
  takeovers integer not null default 0,
  fault_since timestamp(3) with time zone,
  held_ms bigint not null default 0,
  is_measured_by_vendor boolean not null default false,
  is_connected boolean not null default false,
  stage_starts jsonb not null default '{}'::jsonb,
  copied_from uuid
);
create table public.delivery_files (
  id uuid not null default uuidv7(),
  delivery_id uuid not null,
  name text not null,
  bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  key_id uuid,
  crc32 bigint,
  draw_id uuid
);
create table public.delivery_previews (
  delivery_id uuid not null,
  tables jsonb not null
);
create table public.dispute_claims (
  id uuid not null default uuidv7(),
  dispute_id text not null,
  delivery_id uuid not null,
  client uuid not null,
  vendor uuid not null,
  claim jsonb not null,
  made_by uuid,
  created_at timestamp(3) with time zone not null default now()
);
create table public.dispute_files (
  id uuid not null default uuidv7(),
  contract_id text not null,
  client uuid not null,
  vendor uuid not null,
  organization uuid not null,
  statement_id uuid,
  uploaded_by uuid,
  file_name text not null,
  bytes bigint not null,
  sha256 text not null,
  storage_key text,
  created_at timestamp(3) with time zone not null default now(),
  blob_id text,
  key_id uuid
);
create table public.dispute_findings (
  id uuid not null,
  dispute_id text not null,
  client uuid not null,
  vendor uuid not null,
  last_claim_id uuid not null,
  jws text not null,
  to_vendor_cents bigint,
  measured_at timestamp(3) with time zone not null
);
create table public.dispute_proposals (
  id uuid not null default uuidv7(),
  dispute_id text not null,
  client uuid not null,
  vendor uuid not null,
  proposed_by uuid not null,
  user_id uuid,
  to_vendor_cents bigint not null,
  to_client_cents bigint not null,
  note text,
  status text not null default 'pending'::text,
  created_at timestamp(3) with time zone not null default now(),
  decided_at timestamp(3) with time zone
);
create table public.dispute_rulings (
  id uuid not null default uuidv7(),
  dispute_id text not null,
  client uuid not null,
  vendor uuid not null,
  to_vendor_cents bigint not null,
  to_client_cents bigint not null,
  reasons text not null,
  status text not null,
  needs_two boolean not null,
  drafted_by uuid,
  confirmed_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  decided_at timestamp(3) with time zone
);
create table public.dispute_statements (
  id uuid not null default uuidv7(),
  dispute_id text not null,
  client uuid not null,
  vendor uuid not null,
  organization uuid not null,
  user_id uuid,
  kind text not null,
  body text not null,
  asks text,
  refund_cents bigint,
  created_at timestamp(3) with time zone not null default now()
);
create table public.disputes (
  id text not null default ('DSP-'::text || nextval('dispute_number'::regclass)),
  contract_id text not null,
  client uuid not null,
  vendor uuid not null,
  opened_by uuid not null,
  title text not null,
  reason text not null,
  status text not null default 'open'::text,
  stake_cents bigint not null,
  fee_stake_cents bigint not null,
  released_cents bigint not null,
  price_cents bigint not null,
  fee_cents bigint not null,
  fee_earned_cents bigint not null,
  answer_due_at timestamp(3) with time zone not null,
  reminded_at timestamp(3) with time zone,
  answered_at timestamp(3) with time zone,
  negotiate_until timestamp(3) with time zone not null,
  escalated_at timestamp(3) with time zone,
  escalated_by text,
  to_vendor_cents bigint,
  to_client_cents bigint,
  fee_kept_cents bigint,
  fee_returned_cents bigint,
  opened_at timestamp(3) with time zone not null default now(),
  moved_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  fee_bps integer not null
);
create table public.downloads (
  id uuid not null default uuidv7(),
  delivery_id uuid not null,
  person uuid,
  file_name text not null,
  bytes bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  link text
);
create table public.dpr_drafts (
  id uuid not null default uuidv7(),
  client uuid not null,
  created_by uuid,
  title text not null default ''::text,
  content jsonb not null,
  updated_at timestamp(3) with time zone not null default now()
);
create table public.dpr_invitations (
  dpr_id text not null,
  vendor uuid not null,
  client uuid not null,
  invited_by uuid,
  message text,
  created_at timestamp(3) with time zone not null default now()
);
create table public.dpr_questions (
  id uuid not null default uuidv7(),
  dpr_id text not null,
  client uuid not null,
  vendor uuid not null,
  asked_by uuid,
  question text not null,
  answer text,
  created_at timestamp(3) with time zone not null default now(),
  answered_at timestamp(3) with time zone
);
create table public.dprs (
  id text not null default ('DPR-'::text || nextval('dpr_number'::regclass)),
  client uuid not null,
  created_by uuid,
  title text not null,
  category text not null,
  description text not null,
  use_case text not null,
  compliance_requirements text not null,
  delivery_format text not null,
  contacts text not null,
  notes text,
  budget_min_cents bigint not null,
  budget_max_cents bigint not null,
  timeline_days integer not null,
  status text not null default 'awaiting_offers'::text,
  offers_count integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  specifications text[] not null default '{}'::text[],
  technical_requirements text[] not null default '{}'::text[],
  deliverables text[] not null default '{}'::text[],
  min_records bigint,
  min_accuracy_percent smallint,
  sample_records integer,
  privacy_level text not null default 'standard'::text,
  vendor_min_rating numeric(2,1),
  vendor_min_completed integer,
  vendor_preferences text,
  closes_at timestamp(3) with time zone not null default (now() + '30 days'::interval),
  closed_at timestamp(3) with time zone,
  client_name text not null default ''::text,
  search tsvector not null generated always as (((setweight(to_tsvector('english'::regconfig, title), 'A'::"char") || setweight(to_tsvector('english'::regconfig, client_name), 'B'::"char")) || setweight(to_tsvector('english'::regconfig, ((description || ' '::text) || use_case)), 'C'::"char"))) stored,
  review_days smallint not null default 14,
  license jsonb not null default '{"users": {"kind": "organization"}, "deletion": true, "purposes": ["internal_analytics", "use_case"], "territory": {"kind": "worldwide"}, "termMonths": null, "attribution": false, "derivedModels": "internal", "redistribution": "none"}'::jsonb,
  more_rows jsonb,
  listing_id text,
  listing_revision integer,
  subscription_id text
);
create table public.invitations (
  id uuid not null default uuidv7(),
  organization uuid not null,
  email text not null,
  invited_by uuid,
  sent_at timestamp(3) with time zone not null default now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  work_roles text[] not null default '{requester,seller,data_engineer}'::text[]
);
create table public.invoices (
  number text not null,
  kind text not null,
  organization uuid not null,
  contract_id text,
  payment_id uuid,
  refund_id uuid,
  entry_id uuid not null,
  credits text,
  state text not null default 'open'::text,
  item text not null,
  price_cents bigint not null,
  fee_cents bigint not null default 0,
  amount_cents bigint not null generated always as ((price_cents + fee_cents)) stored,
  recipient_name text not null,
  recipient_address text not null,
  other_name text not null,
  other_address text not null,
  issued_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  charge_id uuid,
  fee_bps integer,
  purchase_order text,
  cost_center text,
  recipient_vat text,
  other_vat text
);
create table public.legal_acceptances (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  organization uuid,
  document text not null,
  version text not null,
  act text not null,
  object text,
  session_id uuid,
  aal text,
  address text,
  at timestamp(3) with time zone not null default now()
);
create table public.legal_versions (
  document text not null,
  version text not null,
  dated date not null,
  text text not null,
  published_at timestamp(3) with time zone not null default now()
);
create table public.licenses (
  id uuid not null default gen_random_uuid(),
  delivery_id uuid not null,
  contract_id text not null,
  client uuid not null,
  vendor uuid not null,
  terms jsonb not null,
  ends_on date,
  policy text not null,
  issued_at timestamp(3) with time zone not null
);
create table public.listing_revisions (
  listing_id text not null,
  revision integer not null,
  vendor uuid not null,
  delivery_id uuid not null,
  title text not null,
  category text not null,
  description text not null,
  content jsonb not null,
  column_names text[] not null,
  shape double precision[] not null,
  records bigint not null,
  accuracy_tenths smallint not null,
  epsilon double precision not null,
  delta double precision not null,
  lowest_price_cents bigint not null,
  published_by uuid,
  published_at timestamp(3) with time zone not null,
  is_live boolean not null,
  search tsvector not null generated always as (((setweight(to_tsvector('english'::regconfig, title), 'A'::"char") || setweight(to_tsvector('english'::regconfig, app.column_words(column_names)), 'B'::"char")) || setweight(to_tsvector('english'::regconfig, description), 'C'::"char"))) stored
);
create table public.listings (
  id text not null default ('LST-'::text || nextval('listing_number'::regclass)),
  vendor uuid not null,
  delivery_id uuid not null,
  status text not null default 'draft'::text,
  revision integer not null default 0,
  content jsonb not null,
  created_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  changed_at timestamp(3) with time zone not null default now(),
  taken_down_reason text
);
create table public.measured_twins (
  delivery_id uuid not null,
  vendor uuid not null,
  title text not null,
  category text not null,
  privacy_level text not null,
  created_at timestamp(3) with time zone not null
);
create table public.message_attachments (
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  client uuid not null,
  vendor uuid not null,
  message_id uuid,
  uploaded_by uuid,
  organization uuid not null,
  file_name text not null,
  bytes bigint not null,
  sha256 text not null,
  storage_key text,
  created_at timestamp(3) with time zone not null default now(),
  blob_id text,
  key_id uuid
);
create table public.messages (
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  client uuid not null,
  vendor uuid not null,
  sender uuid not null,
  user_id uuid,
  body text not null default ''::text,
  proposal_id uuid,
  key uuid,
  created_at timestamp(3) with time zone not null default now()
);
create table public.notification_preferences (
  user_id uuid not null,
  email_notifications boolean not null default true,
  push_notifications boolean not null default false,
  marketing_emails boolean not null default true,
  security_alerts boolean not null default true,
  updated_at timestamp with time zone not null default now()
);
create table public.notifications (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  type text not null,
  title text not null,
  message text not null,
  path text,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null default now()
);
create table public.offer_previews (
  offer_id text not null,
  client uuid not null,
  vendor uuid not null,
  sample_id uuid not null,
  file_name text not null,
  file_bytes bigint not null,
  state text not null default 'making'::text,
  reason text,
  figures jsonb,
  tables jsonb,
  created_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  is_loaded boolean not null default false,
  held_since timestamp(3) with time zone,
  recognized_source text,
  recognized_match text,
  summary jsonb,
  agreed jsonb
);
create table public.offer_revisions (
  offer_id text not null,
  revision integer not null,
  changed_by uuid not null,
  changes jsonb not null,
  created_at timestamp(3) with time zone not null default now()
);
create table public.offer_views (
  offer_id text not null,
  user_id uuid not null,
  day date not null,
  vendor uuid not null,
  revision integer not null
);
create table public.offers (
  id text not null default ('OFR-'::text || nextval('offer_number'::regclass)),
  dpr_id text not null,
  client uuid not null,
  vendor uuid not null,
  created_by uuid,
  price_cents bigint not null,
  timeline_days integer not null,
  description text not null,
  status text not null default 'pending'::text,
  rejected_as text,
  reject_reason text,
  created_at timestamp(3) with time zone not null default now(),
  decided_at timestamp(3) with time zone,
  additional_services_cents bigint not null default 0,
  timeline_unit text not null default 'days'::text,
  deliverables text[] not null default ARRAY['Synthetic dataset'::text],
  payment_structure text not null default 'on_delivery'::text,
  data_formats text[] not null default ARRAY['csv'::text],
  delivery_method text not null default 'download'::text,
  support_period text not null default 'none'::text,
  sample_description text,
  sample_records integer,
  min_accuracy_percent smallint,
  privacy_level text not null default 'standard'::text,
  revision integer not null default 1,
  changed_at timestamp(3) with time zone,
  target_accuracy_percent smallint,
  floor_price_percent smallint,
  license jsonb not null default '{"users": {"kind": "organization"}, "deletion": true, "purposes": ["internal_analytics", "use_case"], "territory": {"kind": "worldwide"}, "termMonths": null, "attribution": false, "derivedModels": "internal", "redistribution": "none"}'::jsonb,
  agreement_sha256 text,
  more_rows jsonb
);
create table public.organizations (
  id uuid not null default uuidv7(),
  organization_id text not null,
  name text not null,
  email text not null,
  website text,
  phone text,
  address text,
  city text not null,
  country text not null,
  industry text not null,
  description text not null default ''::text,
  registration_number text,
  is_client boolean not null,
  is_vendor boolean not null,
  is_active boolean not null default true,
  is_sample boolean not null default false,
  application_id uuid,
  created_at timestamp with time zone not null default now(),
  is_terminated boolean not null default false,
  status_reason text,
  status_changed_at timestamp with time zone,
  status_changed_by uuid,
  slug text not null,
  founded smallint,
  employees text
);
create table public.payment_methods (
  organization uuid not null,
  provider text not null,
  bank_name text not null,
  account_last4 text not null,
  account_holder_name text not null,
  routing_number text,
  account_type text,
  account_number_sealed text,
  authorized_at timestamp(3) with time zone not null,
  authorized_by uuid
);
create table public.payments (
  id uuid not null default uuidv7(),
  contract_id text not null,
  client uuid not null,
  entry_id uuid not null,
  amount_cents bigint not null,
  method text not null,
  account_holder text not null,
  bank_name text not null,
  last4 text not null,
  created_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  kind text not null default 'funding'::text,
  state text not null default 'submitted'::text,
  fee_cents bigint not null default 0,
  owed_cents bigint not null default 0,
  failure_code text,
  settled_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  limit_user uuid
);
create table public.payout_items (
  payout_id uuid not null,
  entry_id uuid not null,
  leg smallint not null,
  amount_cents bigint not null,
  is_ended boolean not null default false
);
create table public.payout_settings (
  organization uuid not null,
  cadence text,
  weekday smallint,
  refused_account_since timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone,
  updated_by uuid,
  updated_at timestamp(3) with time zone not null default now()
);
create table public.payouts (
  id uuid not null default uuidv7(),
  vendor uuid not null,
  amount_cents bigint not null,
  state text not null default 'submitted'::text,
  attempt smallint not null default 1,
  failure_code text,
  account_last4 text not null,
  account_since timestamp(3) with time zone not null,
  bank_name text not null,
  entry_id uuid,
  scheduled_for timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  submitted_at timestamp(3) with time zone not null default now(),
  paid_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone
);
create table public.presence (
  user_id uuid not null,
  organization uuid not null,
  seen_at timestamp(3) with time zone not null,
  online_until timestamp(3) with time zone not null
);
create table public.profiles (
  user_id uuid not null,
  email text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  company_name text not null default ''::text,
  job_title text,
  phone text,
  organization uuid,
  membership text not null default 'pending'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  joined_at timestamp(3) with time zone not null default now(),
  work_roles text[] not null default '{requester,seller,data_engineer}'::text[]
);
create table public.proposals (
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  offer_id text not null,
  client uuid not null,
  vendor uuid not null,
  proposed_by uuid not null,
  user_id uuid,
  base_revision integer not null,
  proposed jsonb not null,
  changes jsonb not null,
  note text,
  status text not null default 'pending'::text,
  reason text,
  decided_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  agreement_sha256 text,
  automatic boolean not null default false,
  decided_automatically boolean not null default false,
  price_cents bigint
);
create table public.refunds (
  id uuid not null default uuidv7(),
  contract_id text not null,
  client uuid not null,
  payment_id uuid not null,
  entry_id uuid not null,
  reason text not null,
  state text not null default 'submitted'::text,
  amount_cents bigint not null,
  fee_cents bigint not null default 0,
  attempt smallint not null default 1,
  failure_code text,
  created_at timestamp(3) with time zone not null default now(),
  paid_at timestamp(3) with time zone
);
create table public.reviews (
  id uuid not null default uuidv7(),
  contract_id text not null,
  client uuid not null,
  vendor uuid not null,
  user_id uuid,
  project text not null,
  rating smallint not null,
  comment text not null,
  reply text,
  replied_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now()
);
create table public.row_draws (
  id uuid not null default uuidv7(),
  delivery_id uuid not null,
  contract_id text not null,
  client uuid not null,
  vendor uuid not null,
  number integer not null,
  asked_by uuid,
  rows integer not null,
  conditions jsonb not null,
  seed bigint not null,
  status text not null default 'queued'::text,
  reason text,
  jws text,
  created_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone
);
create table public.saved_searches (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  organization uuid not null,
  name text not null,
  search text not null default ''::text,
  category text,
  sort text not null default 'newest'::text,
  alerts boolean not null default true,
  matched_dpr text,
  matched_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now()
);
create table public.source_spendings (
  id uuid not null default gen_random_uuid(),
  source_id text not null,
  vendor uuid not null,
  purpose text not null,
  subject text not null,
  deal text not null,
  state text not null default 'reserved'::text,
  rho_billionths bigint not null,
  delta double precision not null,
  measured_at timestamp(3) with time zone,
  rho_before_billionths bigint,
  delta_before double precision,
  limit_then_billionths bigint,
  created_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  model_rho_billionths bigint,
  drawn_from uuid
);
create table public.sources (
  id text not null default ('SRC-'::text || nextval('source_number'::regclass)),
  vendor uuid not null,
  name text not null,
  rho_limit_billionths bigint not null,
  rho_reserved_billionths bigint not null default 0,
  rho_spent_billionths bigint not null default 0,
  limit_raised_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now()
);
create table public.stripe_accounts (
  organization uuid not null,
  account_id text not null,
  details_submitted boolean not null default false,
  payouts_enabled boolean not null default false,
  payout_failure_code text,
  created_at timestamp(3) with time zone not null default now(),
  checked_at timestamp(3) with time zone not null default now()
);
create table public.stripe_payers (
  organization uuid not null,
  customer_id text not null,
  payment_method_id text,
  bank_name text,
  last4 text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now()
);
create table public.subscription_charges (
  id uuid not null default uuidv7(),
  organization uuid not null,
  plan text not null,
  period_start timestamp(3) with time zone not null,
  period_end timestamp(3) with time zone not null,
  amount_cents bigint not null,
  state text not null default 'submitted'::text,
  attempt integer not null default 1,
  bank_name text not null,
  account_last4 text not null,
  failure_code text,
  retry_at timestamp(3) with time zone,
  submitted_at timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone
);
create table public.subscriptions (
  organization uuid not null,
  plan text not null default 'professional'::text,
  state text not null default 'active'::text,
  anchored_at timestamp(3) with time zone not null,
  period_number integer not null default 1,
  period_start timestamp(3) with time zone not null,
  period_end timestamp(3) with time zone not null
);
create table public.support_messages (
  id uuid not null default uuidv7(),
  ticket_id text not null,
  user_id uuid,
  from_staff boolean not null,
  body text not null,
  created_at timestamp(3) with time zone not null default now(),
  from_vendor boolean not null default false
);
create table public.support_tickets (
  id text not null default ('SUP-'::text || nextval('ticket_number'::regclass)),
  user_id uuid,
  organization uuid,
  contract_id text,
  name text not null,
  email text not null,
  subject text not null,
  priority text not null default 'medium'::text,
  urgency smallint not null generated always as (array_position(ARRAY['urgent'::text, 'high'::text, 'medium'::text, 'low'::text], priority)) stored,
  status text not null default 'open'::text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  assigned_to uuid,
  vendor uuid,
  escalated_at timestamp(3) with time zone
);
create table public.tranches (
  contract_id text not null,
  number smallint not null,
  client uuid not null,
  vendor uuid not null,
  amount_cents bigint not null,
  trigger text not null,
  state text not null default 'pending'::text,
  released_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  release_at timestamp(3) with time zone,
  released_at timestamp(3) with time zone
);
create table public.uploads (
  id text not null,
  contract_id text,
  organization uuid not null,
  file_name text not null,
  bytes bigint not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  delivery_id uuid,
  received bigint not null default 0,
  fingerprint text,
  announced_sha256 text,
  sha256 text,
  writer uuid,
  writer_until timestamp with time zone,
  writer_process uuid,
  was_on_disk boolean not null default false
);
create table public.user_roles (
  user_id uuid not null,
  role text not null
);
create table public.vendor_records (
  vendor uuid not null,
  category text not null,
  completed integer not null default 0,
  on_time integer not null default 0,
  price_cents_sum numeric(20,0) not null default 0
);
create table transparency.checkpoints (
  log integer not null,
  size bigint not null,
  root bytea not null,
  note text not null,
  signed_at timestamp(3) with time zone not null default now(),
  published_at timestamp(3) with time zone
);
create table transparency.cosignatures (
  log integer not null,
  size bigint not null,
  witness text not null,
  line text not null,
  stated_at timestamp(0) with time zone not null,
  stored_at timestamp(3) with time zone not null default now()
);
create table transparency.deals (
  id text not null,
  seq integer not null default 0,
  head bytea,
  client uuid,
  vendor uuid
);
create table transparency.forgotten (
  organization uuid not null,
  at timestamp(3) with time zone not null default now()
);
create table transparency.leaves (
  log integer not null,
  index bigint not null,
  opening bigint not null,
  commitment bytea not null
);
create table transparency.logs (
  number integer not null,
  id uuid not null default gen_random_uuid(),
  origin text not null,
  public_key bytea not null,
  private_key_sealed text,
  opened_at timestamp(3) with time zone not null default now(),
  rolled_back_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone
);
create table transparency.openings (
  id bigint not null generated always as identity,
  type text not null,
  audience text not null,
  deal text,
  seq integer,
  commitment bytea not null,
  names uuid[],
  audit_seq bigint,
  entry_id uuid,
  salt bytea,
  payload text,
  erased_at timestamp(3) with time zone
);
create table transparency.staged (
  id bigint not null generated always as identity,
  opening bigint not null,
  commitment bytea not null,
  staged_at timestamp(3) with time zone not null default now()
);
create table transparency.tiles (
  log integer not null,
  level integer not null,
  index bigint not null,
  hashes bytea not null
);
create table transparency.witnesses (
  verifier_key text not null,
  failing_since timestamp(3) with time zone,
  alerted_at timestamp(3) with time zone,
  last_error text
);

-- Views

create view app.jobs as
 SELECT j.id,
    t.identifier AS task,
    j.key,
    q.queue_name,
    j.payload,
    j.attempts,
    j.max_attempts,
    j.created_at,
    j.run_at,
    j.locked_at,
    j.last_error,
        CASE
            WHEN j.locked_at IS NOT NULL THEN 'running'::text
            WHEN j.attempts >= j.max_attempts THEN 'failed'::text
            WHEN j.attempts > 0 THEN 'retrying'::text
            ELSE 'waiting'::text
        END AS state,
    j.priority
   FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id;
create view app.scheduled_tasks as
 SELECT identifier AS task,
    known_since,
    last_execution AS last_run_at
   FROM graphile_worker._private_known_crontabs;
create view ledger.current_balance as
 SELECT b.account_id,
    b.normal,
    b.debits + COALESCE(d.amount, 0::numeric)::bigint AS debits,
    b.credits + COALESCE(c.amount, 0::numeric)::bigint AS credits
   FROM ledger.balance b
     LEFT JOIN LATERAL ( SELECT sum(m.amount) AS amount
           FROM ledger.movement m
          WHERE m.dr = b.account_id AND m.dr_version IS NULL AND m.xact >= b.folded_to) d ON b.folded_to IS NOT NULL
     LEFT JOIN LATERAL ( SELECT sum(m.amount) AS amount
           FROM ledger.movement m
          WHERE m.cr = b.account_id AND m.cr_version IS NULL AND m.xact >= b.folded_to) c ON b.folded_to IS NOT NULL;
create view public.companies as
 SELECT id,
    name,
    industry,
    city,
    country,
    website,
    description,
    is_client,
    is_vendor,
    is_sample,
    created_at,
    slug,
    founded,
    employees
   FROM organizations
  WHERE is_active AND (is_sample OR CURRENT_USER <> 'anon'::name);
create view public.money_history as
 SELECT h.id,
    h.contract_id,
    h.kind,
    h.state,
    h.object,
    h.amount_cents,
    h.fee_cents,
    h.at,
    h.method,
    h.bank_name,
    h.last4,
    h.failure_code,
    h.entry_id,
    l.status,
    'TXN-'::text || upper("right"(replace(h.id::text, '-'::text, ''::text), 8)) AS transaction_id
   FROM ( SELECT p.id,
            p.contract_id,
            p.kind,
            p.state,
            'funding'::text AS object,
            p.amount_cents,
            p.fee_cents,
            p.created_at AS at,
            p.method,
            p.bank_name,
            p.last4,
            p.failure_code,
            p.entry_id
           FROM payments p
        UNION ALL
         SELECT p.id,
            p.contract_id,
            'return'::text,
            p.state,
            'funding'::text,
            p.amount_cents,
            p.fee_cents,
            p.ended_at,
            p.method,
            p.bank_name,
            p.last4,
            p.failure_code,
            p.entry_id
           FROM payments p
          WHERE p.state = 'returned'::text
        UNION ALL
         SELECT r.entry_id,
            k.id,
            'release'::text,
            'released'::text,
            'tranche'::text,
            r.amount_cents,
            r.fee_cents,
            r.at::timestamp(3) with time zone AS at,
            'Escrow'::text,
            NULL::text,
            NULL::text,
            NULL::text,
            r.entry_id
           FROM contracts k
             CROSS JOIN LATERAL app.contract_releases(k.id) r(entry_id, amount_cents, fee_cents, at)
        UNION ALL
         SELECT r.id,
            r.contract_id,
            'refund'::text,
            r.state,
            'refund'::text,
            r.amount_cents,
            r.fee_cents,
            r.created_at,
            'ACH'::text,
            NULL::text,
            NULL::text,
            r.failure_code,
            r.entry_id
           FROM refunds r) h
     LEFT JOIN money_labels l ON l.object = h.object AND l.state = h.state;
create view public.money_labels as
 SELECT object,
    state,
    label AS status,
    earnings
   FROM ( VALUES ('funding'::text,'submitted'::text,'pending'::text,NULL::text), ('funding'::text,'settled'::text,'escrow'::text,NULL::text), ('funding'::text,'failed'::text,'failed'::text,NULL::text), ('funding'::text,'canceled'::text,'failed'::text,NULL::text), ('funding'::text,'returned'::text,'failed'::text,NULL::text), ('tranche'::text,'unfunded'::text,'pending'::text,NULL::text), ('tranche'::text,'pending'::text,'pending'::text,NULL::text), ('tranche'::text,'held'::text,'held'::text,'pending'::text), ('tranche'::text,'frozen'::text,'held'::text,'pending'::text), ('tranche'::text,'released'::text,'completed'::text,'processing'::text), ('tranche'::text,'refunded'::text,'completed'::text,NULL::text), ('tranche'::text,'split'::text,'completed'::text,'processing'::text), ('refund'::text,'submitted'::text,'pending'::text,NULL::text), ('refund'::text,'paid'::text,'completed'::text,NULL::text), ('refund'::text,'failed'::text,'failed'::text,NULL::text), ('contract'::text,'unpaid'::text,'pending'::text,NULL::text), ('contract'::text,'submitted'::text,'pending'::text,NULL::text), ('contract'::text,'held'::text,'escrow'::text,NULL::text), ('contract'::text,'settled'::text,'completed'::text,NULL::text), ('contract'::text,'failed'::text,'failed'::text,NULL::text), ('payout'::text,'submitted'::text,'pending'::text,'processing'::text), ('payout'::text,'paid'::text,'paid'::text,'paid'::text), ('payout'::text,'failed'::text,'pending'::text,'processing'::text), ('payout'::text,'needs_attention'::text,'failed'::text,'processing'::text), ('payout'::text,'returned'::text,'failed'::text,'processing'::text), ('invoice'::text,'open'::text,'pending'::text,NULL::text), ('invoice'::text,'paid'::text,'paid'::text,NULL::text), ('invoice'::text,'void'::text,'failed'::text,NULL::text), ('charge'::text,'submitted'::text,'pending'::text,NULL::text), ('charge'::text,'paid'::text,'paid'::text,NULL::text), ('charge'::text,'failed'::text,'failed'::text,NULL::text), ('charge'::text,'returned'::text,'failed'::text,NULL::text)) l(object, state, label, earnings);

-- Constraints

alter table app.answer_rules add constraint answer_rules__of_a_revision CHECK (((offer_id IS NULL) = (offer_revision IS NULL)));
alter table app.answer_rules add constraint answer_rules__of_an_offer CHECK (((side = 'vendor'::text) = (offer_id IS NOT NULL)));
alter table app.answer_rules add constraint answer_rules_answers_check CHECK (((answers >= 1) AND (answers <= 10)));
alter table app.answer_rules add constraint answer_rules_bounds_check CHECK ((jsonb_typeof(bounds) = 'object'::text));
alter table app.answer_rules add constraint answer_rules_dpr_id_fkey FOREIGN KEY (dpr_id) REFERENCES dprs(id);
alter table app.answer_rules add constraint answer_rules_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table app.answer_rules add constraint answer_rules_opening_cents_check CHECK ((opening_cents > 0));
alter table app.answer_rules add constraint answer_rules_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.answer_rules add constraint answer_rules_pkey PRIMARY KEY (dpr_id, organization);
alter table app.answer_rules add constraint answer_rules_price_bound_cents_check CHECK ((price_bound_cents > 0));
alter table app.answer_rules add constraint answer_rules_side_check CHECK ((side = ANY (ARRAY['client'::text, 'vendor'::text])));
alter table app.answer_rules add constraint answer_rules_step_cents_check CHECK ((step_cents > 0));
alter table app.answer_rules add constraint answer_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.api_keys add constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.api_keys add constraint api_keys_hash_check CHECK ((length(hash) = 32));
alter table app.api_keys add constraint api_keys_hash_key UNIQUE (hash);
alter table app.api_keys add constraint api_keys_limit_cents_check CHECK ((limit_cents >= 0));
alter table app.api_keys add constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));
alter table app.api_keys add constraint api_keys_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.api_keys add constraint api_keys_pkey PRIMARY KEY (id);
alter table app.api_keys add constraint api_keys_reminders_check CHECK (((reminders >= 0) AND (reminders <= 2)));
alter table app.api_keys add constraint api_keys_scopes_check CHECK ((cardinality(scopes) > 0));
alter table app.api_keys add constraint api_keys_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE SET NULL;
alter table app.api_keys add constraint api_keys_session_id_key UNIQUE (session_id);
alter table app.api_keys add constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table app.api_requests add constraint api_requests_key_id_fkey FOREIGN KEY (key_id) REFERENCES app.api_keys(id) ON DELETE CASCADE;
alter table app.api_requests add constraint api_requests_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.api_requests add constraint api_requests_pkey PRIMARY KEY (id);
alter table app.application_comparisons add constraint application_comparisons_application_id_fkey FOREIGN KEY (application_id) REFERENCES business_applications(id) ON DELETE CASCADE;
alter table app.application_comparisons add constraint application_comparisons_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text));
alter table app.application_comparisons add constraint application_comparisons_pkey PRIMARY KEY (application_id);
alter table app.application_notes add constraint application_notes_application_id_fkey FOREIGN KEY (application_id) REFERENCES business_applications(id) ON DELETE CASCADE;
alter table app.application_notes add constraint application_notes_note_check CHECK (((length(btrim(note)) >= 1) AND (length(btrim(note)) <= 2000)));
alter table app.application_notes add constraint application_notes_pkey PRIMARY KEY (id);
alter table app.application_notes add constraint application_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.application_questions add constraint application_questions__answered CHECK (((answer IS NULL) = (answered_at IS NULL)));
alter table app.application_questions add constraint application_questions__token_is_used_once CHECK (((answer IS NULL) OR (token_sha256 IS NULL)));
alter table app.application_questions add constraint application_questions_answer_check CHECK (((length(btrim(answer)) >= 1) AND (length(btrim(answer)) <= 5000)));
alter table app.application_questions add constraint application_questions_application_id_fkey FOREIGN KEY (application_id) REFERENCES business_applications(id) ON DELETE CASCADE;
alter table app.application_questions add constraint application_questions_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.application_questions add constraint application_questions_pkey PRIMARY KEY (id);
alter table app.application_questions add constraint application_questions_question_check CHECK (((length(btrim(question)) >= 1) AND (length(btrim(question)) <= 2000)));
alter table app.application_questions add constraint application_questions_token_sha256_check CHECK ((length(token_sha256) = 32));
alter table app.application_questions add constraint application_questions_token_sha256_key UNIQUE (token_sha256);
alter table app.approval_decisions add constraint approval_decisions_approval_fkey FOREIGN KEY (approval) REFERENCES app.approvals(id) ON DELETE CASCADE;
alter table app.approval_decisions add constraint approval_decisions_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 2000)));
alter table app.approval_decisions add constraint approval_decisions_decision_check CHECK ((decision = ANY (ARRAY['approve'::text, 'decline'::text])));
alter table app.approval_decisions add constraint approval_decisions_pkey PRIMARY KEY (approval, user_id);
alter table app.approval_links add constraint approval_links_contact_person_check CHECK ((length(contact_person) <= 200));
alter table app.approval_links add constraint approval_links_email_check CHECK (((length(email) >= 3) AND (length(email) <= 320)));
alter table app.approval_links add constraint approval_links_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.approval_links add constraint approval_links_pkey PRIMARY KEY (token_sha256);
alter table app.approval_links add constraint approval_links_token_sha256_check CHECK ((length(token_sha256) = 32));
alter table app.approval_stand_ins add constraint approval_stand_ins__another CHECK ((approver <> stand_in));
alter table app.approval_stand_ins add constraint approval_stand_ins_approver_fkey FOREIGN KEY (approver) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table app.approval_stand_ins add constraint approval_stand_ins_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.approval_stand_ins add constraint approval_stand_ins_pkey PRIMARY KEY (approver);
alter table app.approval_stand_ins add constraint approval_stand_ins_stand_in_fkey FOREIGN KEY (stand_in) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table app.approvals add constraint approvals__ended CHECK (((state = 'waiting'::text) = (ended_at IS NULL)));
alter table app.approvals add constraint approvals_amount_cents_check CHECK ((amount_cents > 0));
alter table app.approvals add constraint approvals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.approvals add constraint approvals_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000)));
alter table app.approvals add constraint approvals_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table app.approvals add constraint approvals_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.approvals add constraint approvals_pkey PRIMARY KEY (id);
alter table app.approvals add constraint approvals_reason_check CHECK ((reason = ANY (ARRAY['member_payment'::text, 'member_month'::text, 'organization_payment'::text, 'organization_month'::text])));
alter table app.approvals add constraint approvals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'expired'::text, 'superseded'::text])));
alter table app.audit_chain add constraint audit_chain__links_one CHECK ((num_nonnulls(audit_seq, entry_id) = 1));
alter table app.audit_chain add constraint audit_chain_audit_seq_fkey FOREIGN KEY (audit_seq) REFERENCES app.audit_log(seq);
alter table app.audit_chain add constraint audit_chain_audit_seq_key UNIQUE (audit_seq);
alter table app.audit_chain add constraint audit_chain_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger.entry(id);
alter table app.audit_chain add constraint audit_chain_entry_id_key UNIQUE (entry_id);
alter table app.audit_chain add constraint audit_chain_hash_check CHECK ((length(hash) = 32));
alter table app.audit_chain add constraint audit_chain_pkey PRIMARY KEY ("position");
alter table app.audit_chain add constraint audit_chain_position_check CHECK (("position" > 0));
alter table app.audit_log add constraint audit_log_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text));
alter table app.audit_log add constraint audit_log_detail_check CHECK ((jsonb_typeof(detail) = 'object'::text));
alter table app.audit_log add constraint audit_log_object_check CHECK (((length(object) >= 1) AND (length(object) <= 200)));
alter table app.audit_log add constraint audit_log_pkey PRIMARY KEY (seq);
alter table app.blob_keys add constraint blob_keys__destroyed CHECK (((wrapped_key IS NULL) = (destroyed_at IS NOT NULL)));
alter table app.blob_keys add constraint blob_keys_owner_kind_check CHECK ((owner_kind = ANY (ARRAY['conversation'::text, 'contract'::text, 'document'::text])));
alter table app.blob_keys add constraint blob_keys_pkey PRIMARY KEY (id);
alter table app.blob_keys add constraint blob_keys_wrapping_check CHECK ((wrapping > 0));
alter table app.certificate_keys add constraint certificate_keys__retired_cannot_sign CHECK (((private_jwk_sealed IS NULL) = (retired_at IS NOT NULL)));
alter table app.certificate_keys add constraint certificate_keys_pkey PRIMARY KEY (kid);
alter table app.claim_checks add constraint claim_checks_claims_check CHECK ((jsonb_typeof(claims) = 'array'::text));
alter table app.claim_checks add constraint claim_checks_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE;
alter table app.claim_checks add constraint claim_checks_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.claim_checks add constraint claim_checks_id_key UNIQUE (id);
alter table app.claim_checks add constraint claim_checks_judged_check CHECK ((jsonb_typeof(judged) = 'array'::text));
alter table app.claim_checks add constraint claim_checks_pkey PRIMARY KEY (contract_id);
alter table app.claim_checks add constraint claim_checks_times_check CHECK ((times > 0));
alter table app.connected_deliveries add constraint connected_deliveries_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE SET NULL;
alter table app.connected_deliveries add constraint connected_deliveries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.connected_deliveries add constraint connected_deliveries_kind_check CHECK ((kind = ANY (ARRAY['postgres'::text, 'trino'::text, 's3'::text])));
alter table app.connected_deliveries add constraint connected_deliveries_pkey PRIMARY KEY (delivery_id);
alter table app.connected_deliveries add constraint connected_deliveries_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.connections add constraint connections_kind_check CHECK ((kind = ANY (ARRAY['postgres'::text, 'trino'::text, 's3'::text])));
alter table app.connections add constraint connections_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));
alter table app.connections add constraint connections_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.connections add constraint connections_pkey PRIMARY KEY (id);
alter table app.data_keys add constraint data_keys__destroyed_is_gone CHECK (((wrapped_key IS NULL) = (destroyed_at IS NOT NULL)));
alter table app.data_keys add constraint data_keys_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.data_keys add constraint data_keys_pkey PRIMARY KEY (organization, version);
alter table app.data_keys add constraint data_keys_version_check CHECK ((version > 0));
alter table app.data_keys add constraint data_keys_wrapping_check CHECK ((wrapping > 0));
alter table app.delivery_keys add constraint delivery_keys__destroyed CHECK (((wrapped_key IS NULL) = (destroyed_at IS NOT NULL)));
alter table app.delivery_keys add constraint delivery_keys_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.delivery_keys add constraint delivery_keys_pkey PRIMARY KEY (id);
alter table app.delivery_keys add constraint delivery_keys_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE;
alter table app.delivery_keys add constraint delivery_keys_upload_id_key UNIQUE (upload_id);
alter table app.delivery_models add constraint delivery_models_bytes_check CHECK ((bytes > 0));
alter table app.delivery_models add constraint delivery_models_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.delivery_models add constraint delivery_models_key_id_fkey FOREIGN KEY (key_id) REFERENCES app.delivery_keys(id);
alter table app.delivery_models add constraint delivery_models_pkey PRIMARY KEY (delivery_id);
alter table app.delivery_models add constraint delivery_models_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table app.delivery_models add constraint delivery_models_storage_key_key UNIQUE (storage_key);
alter table app.delivery_reviews add constraint delivery_reviews__profiles CHECK (((profiles IS NULL) = (profiles_original IS NULL)));
alter table app.delivery_reviews add constraint delivery_reviews_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.delivery_reviews add constraint delivery_reviews_pkey PRIMARY KEY (delivery_id);
alter table app.destructions add constraint destructions__destroyed CHECK ((((method IS NULL) = (destroyed_at IS NULL)) AND ((method IS NULL) = (evidence IS NULL))));
alter table app.destructions add constraint destructions__subject CHECK (((delivery_id IS NULL) <> (offer_id IS NULL)));
alter table app.destructions add constraint destructions_bytes_check CHECK ((bytes >= 0));
alter table app.destructions add constraint destructions_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.destructions add constraint destructions_key_store_check CHECK ((key_store = ANY (ARRAY['files'::text, 'database'::text])));
alter table app.destructions add constraint destructions_method_check CHECK ((method = ANY (ARRAY['overwritten'::text, 'volatile'::text, 'unlinked'::text])));
alter table app.destructions add constraint destructions_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table app.destructions add constraint destructions_pkey PRIMARY KEY (original);
alter table app.digests add constraint digests_pkey PRIMARY KEY (week, user_id);
alter table app.digests add constraint digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table app.digests add constraint digests_week_check CHECK ((EXTRACT(isodow FROM week) = (1)::numeric));
alter table app.directory_group_members add constraint directory_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES app.directory_groups(id) ON DELETE CASCADE;
alter table app.directory_group_members add constraint directory_group_members_member_fkey FOREIGN KEY (member) REFERENCES app.directory_users(id) ON DELETE CASCADE;
alter table app.directory_group_members add constraint directory_group_members_pkey PRIMARY KEY (group_id, member);
alter table app.directory_groups add constraint directory_groups__named_once UNIQUE (organization, name);
alter table app.directory_groups add constraint directory_groups_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));
alter table app.directory_groups add constraint directory_groups_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.directory_groups add constraint directory_groups_pkey PRIMARY KEY (id);
alter table app.directory_tokens add constraint directory_tokens_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.directory_tokens add constraint directory_tokens_pkey PRIMARY KEY (organization);
alter table app.directory_tokens add constraint directory_tokens_token_hash_key UNIQUE (token_hash);
alter table app.directory_users add constraint directory_users__held_inactive CHECK (((held_at IS NULL) OR (NOT is_active)));
alter table app.directory_users add constraint directory_users__named_once UNIQUE (organization, email);
alter table app.directory_users add constraint directory_users_email_check CHECK ((email = lower(email)));
alter table app.directory_users add constraint directory_users_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.directory_users add constraint directory_users_pkey PRIMARY KEY (id);
alter table app.directory_users add constraint directory_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.documents add constraint documents__one_owner CHECK ((num_nonnulls(application_id, organization) = 1));
alter table app.documents add constraint documents_application_id_fkey FOREIGN KEY (application_id) REFERENCES business_applications(id) ON DELETE CASCADE;
alter table app.documents add constraint documents_blob_id_key UNIQUE (blob_id);
alter table app.documents add constraint documents_bytes_check CHECK ((bytes > 0));
alter table app.documents add constraint documents_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200)));
alter table app.documents add constraint documents_key_id_fkey FOREIGN KEY (key_id) REFERENCES app.blob_keys(id);
alter table app.documents add constraint documents_key_id_key UNIQUE (key_id);
alter table app.documents add constraint documents_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.documents add constraint documents_pkey PRIMARY KEY (id);
alter table app.documents add constraint documents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table app.documents add constraint documents_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.events add constraint events__one_audience CHECK (((organization IS NULL) <> (user_id IS NULL)));
alter table app.events add constraint events_pkey PRIMARY KEY (xid, id);
alter table app.held_deliveries add constraint held_deliveries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.held_deliveries add constraint held_deliveries_pkey PRIMARY KEY (delivery_id);
alter table app.held_deliveries add constraint held_deliveries_resumes_as_check CHECK ((resumes_as = ANY (ARRAY['inspecting'::text, 'queued'::text, 'measuring'::text])));
alter table app.idempotency_keys add constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)));
alter table app.idempotency_keys add constraint idempotency_keys_owner_fkey FOREIGN KEY (owner) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table app.idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (owner, key);
alter table app.idempotency_keys add constraint idempotency_keys_request_hash_check CHECK ((length(request_hash) = 32));
alter table app.incidents add constraint incidents_faults_check CHECK ((faults > 0));
alter table app.incidents add constraint incidents_pkey PRIMARY KEY (id);
alter table app.internal_reports add constraint internal_reports_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.internal_reports add constraint internal_reports_pkey PRIMARY KEY (delivery_id);
alter table app.invoice_numbers add constraint invoice_numbers_last_check CHECK ((last > 0));
alter table app.invoice_numbers add constraint invoice_numbers_pkey PRIMARY KEY (series, year);
alter table app.invoice_numbers add constraint invoice_numbers_series_check CHECK ((series = ANY (ARRAY['INV'::text, 'STM'::text, 'CRN'::text])));
alter table app.job_faults add constraint job_faults_count_check CHECK ((count > 0));
alter table app.job_faults add constraint job_faults_pkey PRIMARY KEY (job_id);
alter table app.key_store add constraint key_store_is_only_check CHECK (is_only);
alter table app.key_store add constraint key_store_pkey PRIMARY KEY (is_only);
alter table app.limit_changes add constraint limit_changes__another CHECK (((state <> 'confirmed'::text) OR (decided_by <> asked_by) OR (asked_by IS NULL)));
alter table app.limit_changes add constraint limit_changes__ended CHECK (((state = 'waiting'::text) = (ended_at IS NULL)));
alter table app.limit_changes add constraint limit_changes_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.limit_changes add constraint limit_changes_from_month_cents_check CHECK ((from_month_cents >= 0));
alter table app.limit_changes add constraint limit_changes_from_payment_cents_check CHECK ((from_payment_cents >= 0));
alter table app.limit_changes add constraint limit_changes_member_fkey FOREIGN KEY (member) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table app.limit_changes add constraint limit_changes_month_cents_check CHECK ((month_cents >= 0));
alter table app.limit_changes add constraint limit_changes_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.limit_changes add constraint limit_changes_payment_cents_check CHECK ((payment_cents >= 0));
alter table app.limit_changes add constraint limit_changes_pkey PRIMARY KEY (id);
alter table app.limit_changes add constraint limit_changes_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'declined'::text, 'withdrawn'::text, 'superseded'::text, 'expired'::text])));
alter table app.mails add constraint mails__sent_or_failed CHECK (((sent_at IS NULL) OR (failed_at IS NULL)));
alter table app.mails add constraint mails_pkey PRIMARY KEY (id);
alter table app.mails add constraint mails_returned_check CHECK (((length(returned) >= 1) AND (length(returned) <= 500)));
alter table app.market_figures add constraint market_figures_figures_check CHECK ((jsonb_typeof(figures) = 'object'::text));
alter table app.market_figures add constraint market_figures_kind_check CHECK ((kind = ANY (ARRAY['requests'::text, 'offers'::text])));
alter table app.market_figures add constraint market_figures_market_check CHECK ((market = ANY (ARRAY['real'::text, 'sample'::text])));
alter table app.market_figures add constraint market_figures_pkey PRIMARY KEY (market, kind, starts_on);
alter table app.market_figures add constraint market_figures_starts_on_check CHECK (((EXTRACT(day FROM starts_on) = (1)::numeric) AND (EXTRACT(month FROM starts_on) = ANY (ARRAY[(1)::numeric, (4)::numeric, (7)::numeric, (10)::numeric]))));
alter table app.measurements add constraint measurements__begun CHECK (((state = ANY (ARRAY['reserved'::text, 'abandoned'::text, 'expired'::text])) OR (begun_at IS NOT NULL)));
alter table app.measurements add constraint measurements__ended CHECK (((state = ANY (ARRAY['delivered'::text, 'refused'::text, 'abandoned'::text, 'expired'::text])) = (ended_at IS NOT NULL)));
alter table app.measurements add constraint measurements__refusal CHECK (((refusal IS NULL) OR (state = 'refused'::text)));
alter table app.measurements add constraint measurements__stated CHECK ((((stated_at IS NULL) = (statement IS NULL)) AND ((stated_at IS NULL) = (signing_key IS NULL))));
alter table app.measurements add constraint measurements__stated_in_full CHECK (((state <> ALL (ARRAY['stated'::text, 'delivered'::text])) OR ((stated_at IS NOT NULL) AND (model_sha256 IS NOT NULL))));
alter table app.measurements add constraint measurements_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE;
alter table app.measurements add constraint measurements_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.measurements add constraint measurements_delivery_id_key UNIQUE (delivery_id);
alter table app.measurements add constraint measurements_epsilon_check CHECK ((epsilon > (0)::double precision));
alter table app.measurements add constraint measurements_model_sha256_check CHECK ((model_sha256 ~ '^[0-9a-f]{64}$'::text));
alter table app.measurements add constraint measurements_pkey PRIMARY KEY (id);
alter table app.measurements add constraint measurements_seed_check CHECK (((seed >= 0) AND (seed <= '4294967295'::bigint)));
alter table app.measurements add constraint measurements_signing_key_fkey FOREIGN KEY (signing_key) REFERENCES app.signing_keys(id);
alter table app.measurements add constraint measurements_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE;
alter table app.measurements add constraint measurements_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'measuring'::text, 'stated'::text, 'delivered'::text, 'refused'::text, 'abandoned'::text, 'expired'::text])));
alter table app.measurements add constraint measurements_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.member_limits add constraint member_limits_month_cents_check CHECK ((month_cents >= 0));
alter table app.member_limits add constraint member_limits_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.member_limits add constraint member_limits_payment_cents_check CHECK ((payment_cents >= 0));
alter table app.member_limits add constraint member_limits_pkey PRIMARY KEY (user_id);
alter table app.member_limits add constraint member_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table app.offer_samples add constraint offer_samples_bytes_check CHECK ((bytes > 0));
alter table app.offer_samples add constraint offer_samples_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table app.offer_samples add constraint offer_samples_pkey PRIMARY KEY (id);
alter table app.price_group_contracts add constraint price_group_contracts_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE;
alter table app.price_group_contracts add constraint price_group_contracts_pkey PRIMARY KEY (contract_id);
alter table app.price_groups add constraint price_groups_check CHECK ((high_cents >= low_cents));
alter table app.price_groups add constraint price_groups_check1 CHECK ((high_days >= low_days));
alter table app.price_groups add constraint price_groups_check2 CHECK ((high_answer_days >= low_answer_days));
alter table app.price_groups add constraint price_groups_contracts_check CHECK ((contracts >= 5));
alter table app.price_groups add constraint price_groups_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)));
alter table app.price_groups add constraint price_groups_low_answer_days_check CHECK ((low_answer_days >= 0));
alter table app.price_groups add constraint price_groups_low_cents_check CHECK ((low_cents >= 0));
alter table app.price_groups add constraint price_groups_low_days_check CHECK ((low_days >= 0));
alter table app.price_groups add constraint price_groups_pkey PRIMARY KEY (key);
alter table app.price_groups add constraint price_groups_vendors_check CHECK ((vendors >= 3));
alter table app.purchase_references add constraint purchase_references_cost_center_check CHECK (((length(cost_center) >= 1) AND (length(cost_center) <= 60)));
alter table app.purchase_references add constraint purchase_references_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table app.purchase_references add constraint purchase_references_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.purchase_references add constraint purchase_references_pkey PRIMARY KEY (offer_id);
alter table app.purchase_references add constraint purchase_references_purchase_order_check CHECK (((length(purchase_order) >= 1) AND (length(purchase_order) <= 60)));
alter table app.push_destinations add constraint push_destinations__disabled_for_a_reason CHECK (((state = 'disabled'::text) = (disabled_as IS NOT NULL)));
alter table app.push_destinations add constraint push_destinations_disabled_as_check CHECK ((disabled_as = ANY (ARRAY['by_administrator'::text, 'host_key_differs'::text, 'dead'::text])));
alter table app.push_destinations add constraint push_destinations_kind_check CHECK ((kind = ANY (ARRAY['sftp'::text, 's3'::text])));
alter table app.push_destinations add constraint push_destinations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));
alter table app.push_destinations add constraint push_destinations_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.push_destinations add constraint push_destinations_pkey PRIMARY KEY (id);
alter table app.push_destinations add constraint push_destinations_secret_kind_check CHECK ((secret_kind = ANY (ARRAY['password'::text, 'private_key'::text, 'secret_key'::text])));
alter table app.push_destinations add constraint push_destinations_state_check CHECK ((state = ANY (ARRAY['enabled'::text, 'disabled'::text])));
alter table app.push_subscriptions add constraint push_subscriptions_auth_check CHECK (((length(auth) >= 1) AND (length(auth) <= 100)));
alter table app.push_subscriptions add constraint push_subscriptions_endpoint_check CHECK (((length(endpoint) >= 1) AND (length(endpoint) <= 1000)));
alter table app.push_subscriptions add constraint push_subscriptions_endpoint_key UNIQUE (endpoint);
alter table app.push_subscriptions add constraint push_subscriptions_p256dh_check CHECK (((length(p256dh) >= 1) AND (length(p256dh) <= 200)));
alter table app.push_subscriptions add constraint push_subscriptions_pkey PRIMARY KEY (id);
alter table app.push_subscriptions add constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
alter table app.push_subscriptions add constraint push_subscriptions_silences_check CHECK ((silences >= 0));
alter table app.push_subscriptions add constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table app.pushes add constraint pushes__ended CHECK (((state = 'pending'::text) = (finished_at IS NULL)));
alter table app.pushes add constraint pushes__failed_for_a_reason CHECK (((state <> 'failed'::text) OR (failure IS NOT NULL)));
alter table app.pushes add constraint pushes_attempts_check CHECK ((attempts >= 0));
alter table app.pushes add constraint pushes_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table app.pushes add constraint pushes_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table app.pushes add constraint pushes_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.pushes add constraint pushes_destination_fkey FOREIGN KEY (destination) REFERENCES app.push_destinations(id) ON DELETE SET NULL;
alter table app.pushes add constraint pushes_kind_check CHECK ((kind = ANY (ARRAY['sftp'::text, 's3'::text])));
alter table app.pushes add constraint pushes_pkey PRIMARY KEY (id);
alter table app.pushes add constraint pushes_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])));
alter table app.refusing_addresses add constraint refusing_addresses_address_check CHECK ((address = lower(address)));
alter table app.refusing_addresses add constraint refusing_addresses_pkey PRIMARY KEY (address);
alter table app.refusing_addresses add constraint refusing_addresses_reply_check CHECK (((length(reply) >= 1) AND (length(reply) <= 500)));
alter table app.related_companies add constraint related_companies_client_fkey FOREIGN KEY (client) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.related_companies add constraint related_companies_pkey PRIMARY KEY (vendor, client);
alter table app.related_companies add constraint related_companies_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.restores add constraint restores_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.restores add constraint restores_pkey PRIMARY KEY (id);
alter table app.restores add constraint restores_restored_to_key UNIQUE (restored_to);
alter table app.sample_resets add constraint sample_resets__fails_at_its_end CHECK (((NOT failed) OR (ended_at IS NOT NULL)));
alter table app.sample_resets add constraint sample_resets_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.sample_resets add constraint sample_resets_pkey PRIMARY KEY (id);
alter table app.schema_floor add constraint schema_floor_is_only_check CHECK (is_only);
alter table app.schema_floor add constraint schema_floor_level_check CHECK ((level >= 0));
alter table app.schema_floor add constraint schema_floor_pkey PRIMARY KEY (is_only);
alter table app.score_facts add constraint score_facts_accuracy_check CHECK (((accuracy >= (0)::double precision) AND (accuracy <= (1)::double precision)));
alter table app.score_facts add constraint score_facts_client_fkey FOREIGN KEY (client) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.score_facts add constraint score_facts_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE;
alter table app.score_facts add constraint score_facts_gate_check CHECK (((gate >= 0) AND (gate <= 1)));
alter table app.score_facts add constraint score_facts_pkey PRIMARY KEY (contract_id);
alter table app.score_facts add constraint score_facts_punctuality_check CHECK (((punctuality >= 0) AND (punctuality <= 1)));
alter table app.score_facts add constraint score_facts_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.seal_keys add constraint seal_keys_pkey PRIMARY KEY (id);
alter table app.sealed_deliveries add constraint sealed_deliveries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.sealed_deliveries add constraint sealed_deliveries_pkey PRIMARY KEY (delivery_id);
alter table app.shipments add constraint shipments__arrival CHECK (((arrived_as IS NULL) = (arrival_stated_at IS NULL)));
alter table app.shipments add constraint shipments__arrived_on CHECK (((arrived_on IS NULL) = ((arrived_as IS NULL) OR (arrived_as = 'lost'::text))));
alter table app.shipments add constraint shipments_arrival_stated_by_fkey FOREIGN KEY (arrival_stated_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.shipments add constraint shipments_arrived_as_check CHECK ((arrived_as = ANY (ARRAY['intact'::text, 'damaged'::text, 'lost'::text])));
alter table app.shipments add constraint shipments_carrier_check CHECK (((length(btrim(carrier)) >= 1) AND (length(btrim(carrier)) <= 100)));
alter table app.shipments add constraint shipments_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table app.shipments add constraint shipments_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table app.shipments add constraint shipments_encryption_check CHECK (((length(btrim(encryption)) >= 1) AND (length(btrim(encryption)) <= 200)));
alter table app.shipments add constraint shipments_medium_check CHECK (((length(btrim(medium)) >= 1) AND (length(btrim(medium)) <= 200)));
alter table app.shipments add constraint shipments_pkey PRIMARY KEY (id);
alter table app.shipments add constraint shipments_stated_by_fkey FOREIGN KEY (stated_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.shipments add constraint shipments_tracking_check CHECK (((length(btrim(tracking)) >= 1) AND (length(btrim(tracking)) <= 100)));
alter table app.shipping_addresses add constraint shipping_addresses_address_check CHECK (((length(btrim(address)) >= 1) AND (length(btrim(address)) <= 1000)));
alter table app.shipping_addresses add constraint shipping_addresses_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table app.shipping_addresses add constraint shipping_addresses_pkey PRIMARY KEY (contract_id);
alter table app.shipping_addresses add constraint shipping_addresses_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.signing_keys add constraint signing_keys__once UNIQUE (organization, kid);
alter table app.signing_keys add constraint signing_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.signing_keys add constraint signing_keys_kid_check CHECK ((length(kid) = 43));
alter table app.signing_keys add constraint signing_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));
alter table app.signing_keys add constraint signing_keys_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.signing_keys add constraint signing_keys_pkey PRIMARY KEY (id);
alter table app.source_keys add constraint source_keys_pkey PRIMARY KEY (vendor);
alter table app.source_keys add constraint source_keys_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.source_models add constraint source_models_bytes_check CHECK ((bytes > 0));
alter table app.source_models add constraint source_models_pkey PRIMARY KEY (spending_id);
alter table app.source_models add constraint source_models_recipe_sha256_check CHECK ((recipe_sha256 ~ '^[0-9a-f]{64}$'::text));
alter table app.source_models add constraint source_models_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table app.source_models add constraint source_models_spending_id_fkey FOREIGN KEY (spending_id) REFERENCES source_spendings(id) ON DELETE CASCADE;
alter table app.source_models add constraint source_models_storage_key_key UNIQUE (storage_key);
alter table app.source_models add constraint source_models_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.source_prints add constraint source_prints_kind_check CHECK ((kind = ANY (ARRAY['sha256'::text, 'rows'::text, 'place'::text])));
alter table app.source_prints add constraint source_prints_pkey PRIMARY KEY (vendor, kind, value, spending_id);
alter table app.source_prints add constraint source_prints_spending_id_fkey FOREIGN KEY (spending_id) REFERENCES source_spendings(id) ON DELETE CASCADE;
alter table app.source_prints add constraint source_prints_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.source_sketches add constraint source_sketches_hashes_check CHECK (((cardinality(hashes) >= 1) AND (cardinality(hashes) <= 1024)));
alter table app.source_sketches add constraint source_sketches_pkey PRIMARY KEY (vendor, rows_print);
alter table app.source_sketches add constraint source_sketches_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.spending_rules add constraint spending_rules_member_month_cents_check CHECK ((member_month_cents >= 0));
alter table app.spending_rules add constraint spending_rules_member_payment_cents_check CHECK ((member_payment_cents >= 0));
alter table app.spending_rules add constraint spending_rules_month_cents_check CHECK ((month_cents >= 0));
alter table app.spending_rules add constraint spending_rules_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.spending_rules add constraint spending_rules_payment_cents_check CHECK ((payment_cents >= 0));
alter table app.spending_rules add constraint spending_rules_pkey PRIMARY KEY (organization);
alter table app.spending_rules add constraint spending_rules_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.sso_connections add constraint sso_connections__settings_of_kind CHECK (
CASE kind
    WHEN 'oidc'::text THEN ((client_id IS NOT NULL) AND (entry_point IS NULL))
    ELSE ((client_id IS NULL) AND (secret_sealed IS NULL) AND (entry_point IS NOT NULL) AND ((cardinality(certificates) >= 1) AND (cardinality(certificates) <= 4)))
END);
alter table app.sso_connections add constraint sso_connections_break_glass_fkey FOREIGN KEY (break_glass) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.sso_connections add constraint sso_connections_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 2000)));
alter table app.sso_connections add constraint sso_connections_kind_check CHECK ((kind = ANY (ARRAY['oidc'::text, 'saml'::text])));
alter table app.sso_connections add constraint sso_connections_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.sso_connections add constraint sso_connections_organization_key UNIQUE (organization);
alter table app.sso_connections add constraint sso_connections_pkey PRIMARY KEY (id);
alter table app.sso_domains add constraint sso_domains__claimed_once UNIQUE (organization, domain);
alter table app.sso_domains add constraint sso_domains__missing_after_proof CHECK (((missing_since IS NULL) OR (proved_at IS NOT NULL)));
alter table app.sso_domains add constraint sso_domains_domain_check CHECK (((domain = lower(domain)) AND ((length(domain) >= 3) AND (length(domain) <= 253))));
alter table app.sso_domains add constraint sso_domains_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.sso_domains add constraint sso_domains_pkey PRIMARY KEY (id);
alter table app.sso_group_roles add constraint sso_group_roles_group_name_check CHECK (((length(group_name) >= 1) AND (length(group_name) <= 200)));
alter table app.sso_group_roles add constraint sso_group_roles_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.sso_group_roles add constraint sso_group_roles_pkey PRIMARY KEY (organization, group_name, role);
alter table app.sso_group_roles add constraint sso_group_roles_role_check CHECK ((role = ANY (ARRAY['requester'::text, 'seller'::text, 'approver'::text, 'finance'::text, 'data_engineer'::text])));
alter table app.sso_members add constraint sso_members_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.sso_members add constraint sso_members_pkey PRIMARY KEY (user_id);
alter table app.sso_members add constraint sso_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table app.tax_forms add constraint tax_forms__decided CHECK (((state = 'waiting'::text) = (decided_at IS NULL)));
alter table app.tax_forms add constraint tax_forms__refused CHECK (((state = 'refused'::text) = (reason IS NOT NULL)));
alter table app.tax_forms add constraint tax_forms_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table app.tax_forms add constraint tax_forms_document_id_fkey FOREIGN KEY (document_id) REFERENCES app.documents(id) ON DELETE CASCADE;
alter table app.tax_forms add constraint tax_forms_document_id_key UNIQUE (document_id);
alter table app.tax_forms add constraint tax_forms_kind_check CHECK ((kind = ANY (ARRAY['w9'::text, 'w8ben_e'::text])));
alter table app.tax_forms add constraint tax_forms_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.tax_forms add constraint tax_forms_pkey PRIMARY KEY (id);
alter table app.tax_forms add constraint tax_forms_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 2000)));
alter table app.tax_forms add constraint tax_forms_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text])));
alter table app.usage add constraint usage_kind_check CHECK ((kind = ANY (ARRAY['listing'::text, 'sample'::text, 'preview'::text])));
alter table app.usage add constraint usage_object_id_check CHECK (((length(object_id) >= 1) AND (length(object_id) <= 60)));
alter table app.usage add constraint usage_pkey PRIMARY KEY (kind, object_id, viewer, day);
alter table app.usage add constraint usage_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.usage add constraint usage_viewer_fkey FOREIGN KEY (viewer) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.vendor_columns add constraint vendor_columns_holds_check CHECK ((holds = ANY (ARRAY['number'::text, 'time'::text, 'text'::text, 'boolean'::text])));
alter table app.vendor_columns add constraint vendor_columns_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));
alter table app.vendor_columns add constraint vendor_columns_pkey PRIMARY KEY (vendor, "position");
alter table app.vendor_columns add constraint vendor_columns_position_check CHECK ((("position" >= 1) AND ("position" <= 300)));
alter table app.vendor_columns add constraint vendor_columns_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table app.vendor_columns add constraint vendor_columns_words_check CHECK ((length(words) <= 400));
alter table app.webhook_deliveries add constraint webhook_deliveries__pending_is_due CHECK (((state = 'pending'::text) = (next_at IS NOT NULL)));
alter table app.webhook_deliveries add constraint webhook_deliveries__sent_while_pending CHECK (((sending_until IS NULL) OR (state = 'pending'::text)));
alter table app.webhook_deliveries add constraint webhook_deliveries_attempts_check CHECK ((attempts >= 0));
alter table app.webhook_deliveries add constraint webhook_deliveries_endpoint_fkey FOREIGN KEY (endpoint) REFERENCES app.webhook_endpoints(id) ON DELETE CASCADE;
alter table app.webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (id);
alter table app.webhook_deliveries add constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])));
alter table app.webhook_endpoints add constraint webhook_endpoints__disabled_for_a_reason CHECK (((state = 'disabled'::text) = (disabled_as IS NOT NULL)));
alter table app.webhook_endpoints add constraint webhook_endpoints__overlap_ends CHECK (((previous_secret_sealed IS NULL) = (previous_until IS NULL)));
alter table app.webhook_endpoints add constraint webhook_endpoints_disabled_as_check CHECK ((disabled_as = ANY (ARRAY['by_administrator'::text, 'gone'::text, 'unanswered'::text])));
alter table app.webhook_endpoints add constraint webhook_endpoints_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table app.webhook_endpoints add constraint webhook_endpoints_pkey PRIMARY KEY (id);
alter table app.webhook_endpoints add constraint webhook_endpoints_state_check CHECK ((state = ANY (ARRAY['enabled'::text, 'disabled'::text])));
alter table app.webhook_endpoints add constraint webhook_endpoints_types_check CHECK ((cardinality(types) > 0));
alter table app.webhook_endpoints add constraint webhook_endpoints_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)));
alter table app.workers add constraint workers_pkey PRIMARY KEY (id);
alter table app.workers add constraint workers_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text, 'engine'::text])));
alter table auth.challenges add constraint challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.factors(id) ON DELETE CASCADE;
alter table auth.challenges add constraint challenges_pkey PRIMARY KEY (id);
alter table auth.challenges add constraint challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
alter table auth.factors add constraint factors__name_length CHECK ((length(friendly_name) <= 100));
alter table auth.factors add constraint factors__name_unique UNIQUE (user_id, friendly_name);
alter table auth.factors add constraint factors__own_secret CHECK ((((type = 'totp'::text) = (secret_sealed IS NOT NULL)) AND ((type = 'phone'::text) = (phone IS NOT NULL))));
alter table auth.factors add constraint factors__phone_digits CHECK ((phone ~ '^[1-9][0-9]{6,14}$'::text));
alter table auth.factors add constraint factors__status CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])));
alter table auth.factors add constraint factors__type CHECK ((type = ANY (ARRAY['totp'::text, 'phone'::text])));
alter table auth.factors add constraint factors_pkey PRIMARY KEY (id);
alter table auth.factors add constraint factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.identities add constraint identities__subject_unique UNIQUE (provider, subject);
alter table auth.identities add constraint identities_pkey PRIMARY KEY (id);
alter table auth.identities add constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.oauth_flows add constraint oauth_flows_linking_session_id_fkey FOREIGN KEY (linking_session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
alter table auth.oauth_flows add constraint oauth_flows_linking_user_id_fkey FOREIGN KEY (linking_user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.oauth_flows add constraint oauth_flows_pkey PRIMARY KEY (state_hash);
alter table auth.one_time_tokens add constraint one_time_tokens__hash_unique UNIQUE (token_hash);
alter table auth.one_time_tokens add constraint one_time_tokens__one_per_type UNIQUE (user_id, type);
alter table auth.one_time_tokens add constraint one_time_tokens__type CHECK ((type = ANY (ARRAY['signup'::text, 'invite'::text, 'recovery'::text, 'magiclink'::text, 'email_change_current'::text, 'email_change_new'::text, 'reauthentication'::text, 'sms'::text, 'phone_change'::text])));
alter table auth.one_time_tokens add constraint one_time_tokens_pkey PRIMARY KEY (id);
alter table auth.one_time_tokens add constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.pkce_codes add constraint pkce_codes_pkey PRIMARY KEY (code_hash);
alter table auth.pkce_codes add constraint pkce_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.rate_limits add constraint rate_limits_pkey PRIMARY KEY (key);
alter table auth.refresh_tokens add constraint refresh_tokens__hash_unique UNIQUE (token_hash);
alter table auth.refresh_tokens add constraint refresh_tokens_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES auth.refresh_tokens(id) ON DELETE SET NULL;
alter table auth.refresh_tokens add constraint refresh_tokens_pkey PRIMARY KEY (id);
alter table auth.refresh_tokens add constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
alter table auth.saml_keys add constraint saml_keys_pkey PRIMARY KEY (id);
alter table auth.sessions add constraint sessions__aal CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text])));
alter table auth.sessions add constraint sessions__factor FOREIGN KEY (factor_id) REFERENCES auth.factors(id) ON DELETE SET NULL;
alter table auth.sessions add constraint sessions_pkey PRIMARY KEY (id);
alter table auth.sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.signing_keys add constraint signing_keys__one_at_a_time UNIQUE (signs_from);
alter table auth.signing_keys add constraint signing_keys_pkey PRIMARY KEY (kid);
alter table auth.users add constraint users__email_change_side CHECK ((email_change_confirmed_by = ANY (ARRAY['current'::text, 'new'::text])));
alter table auth.users add constraint users__email_lower_case CHECK (((email = lower(email)) AND (length(email) <= 320)));
alter table auth.users add constraint users__email_unique UNIQUE (email);
alter table auth.users add constraint users__new_email_lower_case CHECK (((new_email = lower(new_email)) AND (length(new_email) <= 320)));
alter table auth.users add constraint users__phone_digits CHECK (((phone ~ '^[1-9][0-9]{6,14}$'::text) AND (new_phone ~ '^[1-9][0-9]{6,14}$'::text)));
alter table auth.users add constraint users__phone_unique UNIQUE (phone);
alter table auth.users add constraint users_pkey PRIMARY KEY (id);
alter table ledger.account add constraint account_code_key UNIQUE (code);
alter table ledger.account add constraint account_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table ledger.account add constraint account_kind_fkey FOREIGN KEY (kind) REFERENCES ledger.chart(kind);
alter table ledger.account add constraint account_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id);
alter table ledger.account add constraint account_pkey PRIMARY KEY (id);
alter table ledger.balance add constraint balance__no_overdraft CHECK (((folded_to IS NOT NULL) OR ((normal * (debits - credits)) >= 0)));
alter table ledger.balance add constraint balance_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(id);
alter table ledger.balance add constraint balance_credits_check CHECK ((credits >= 0));
alter table ledger.balance add constraint balance_debits_check CHECK ((debits >= 0));
alter table ledger.balance add constraint balance_pkey PRIMARY KEY (account_id);
alter table ledger.chart add constraint chart_mode_check CHECK ((mode = ANY (ARRAY['strict'::text, 'deferred'::text])));
alter table ledger.chart add constraint chart_normal_check CHECK ((normal = ANY (ARRAY[1, '-1'::integer])));
alter table ledger.chart add constraint chart_pkey PRIMARY KEY (kind);
alter table ledger.chart add constraint chart_subject_check CHECK ((subject = ANY (ARRAY['platform'::text, 'contract'::text, 'organization'::text])));
alter table ledger.entry add constraint entry__one_per_key UNIQUE NULLS NOT DISTINCT (org_id, idem_key);
alter table ledger.entry add constraint entry_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table ledger.entry add constraint entry_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id);
alter table ledger.entry add constraint entry_pkey PRIMARY KEY (id);
alter table ledger.movement add constraint movement__credit_version UNIQUE (cr, cr_version);
alter table ledger.movement add constraint movement__debit_version UNIQUE (dr, dr_version);
alter table ledger.movement add constraint movement__two_accounts CHECK ((dr <> cr));
alter table ledger.movement add constraint movement_amount_check CHECK ((amount > 0));
alter table ledger.movement add constraint movement_cr_fkey FOREIGN KEY (cr) REFERENCES ledger.account(id);
alter table ledger.movement add constraint movement_dr_fkey FOREIGN KEY (dr) REFERENCES ledger.account(id);
alter table ledger.movement add constraint movement_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger.entry(id);
alter table ledger.movement add constraint movement_leg_check CHECK (((leg >= 1) AND (leg <= 32)));
alter table ledger.movement add constraint movement_pkey PRIMARY KEY (entry_id, leg);
alter table ledger.outbox add constraint outbox_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger.entry(id);
alter table ledger.outbox add constraint outbox_entry_id_key UNIQUE (entry_id);
alter table ledger.outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table public.adjustments add constraint adjustments__decided CHECK (((state = 'proposed'::text) = (decided_at IS NULL)));
alter table public.adjustments add constraint adjustments__four_eyes CHECK (((state <> 'approved'::text) OR (decided_by IS NULL) OR (decided_by IS DISTINCT FROM proposed_by)));
alter table public.adjustments add constraint adjustments__posted_when_approved CHECK (((state = 'approved'::text) = (entry_id IS NOT NULL)));
alter table public.adjustments add constraint adjustments_amount_cents_check CHECK ((amount_cents > 0));
alter table public.adjustments add constraint adjustments_break_id_fkey FOREIGN KEY (break_id) REFERENCES bank_statement_breaks(id);
alter table public.adjustments add constraint adjustments_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.adjustments add constraint adjustments_decision_note_check CHECK ((length(decision_note) <= 1000));
alter table public.adjustments add constraint adjustments_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger.entry(id);
alter table public.adjustments add constraint adjustments_entry_id_key UNIQUE (entry_id);
alter table public.adjustments add constraint adjustments_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.adjustments add constraint adjustments_pkey PRIMARY KEY (id);
alter table public.adjustments add constraint adjustments_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.adjustments add constraint adjustments_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 1000)));
alter table public.adjustments add constraint adjustments_reverses_fkey FOREIGN KEY (reverses) REFERENCES adjustments(id);
alter table public.adjustments add constraint adjustments_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])));
alter table public.agreement_consents add constraint agreement_consents_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text])));
alter table public.agreement_consents add constraint agreement_consents_act_check CHECK ((act = ANY (ARRAY['submit'::text, 'edit'::text, 'propose'::text, 'approve'::text, 'propose_by_rules'::text, 'approve_by_rules'::text, 'accept'::text, 'list'::text])));
alter table public.agreement_consents add constraint agreement_consents_offer_id_agreement_sha256_fkey FOREIGN KEY (offer_id, agreement_sha256) REFERENCES agreement_texts(offer_id, agreement_sha256);
alter table public.agreement_consents add constraint agreement_consents_pkey PRIMARY KEY (id);
alter table public.agreement_consents add constraint agreement_consents_side_check CHECK ((side = ANY (ARRAY['client'::text, 'vendor'::text])));
alter table public.agreement_consents add constraint agreement_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.agreement_documents add constraint agreement_documents__hash CHECK ((document_sha256 = encode(sha256(pdf), 'hex'::text)));
alter table public.agreement_documents add constraint agreement_documents_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.agreement_documents add constraint agreement_documents_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.agreement_documents add constraint agreement_documents_kind_check CHECK ((kind = ANY (ARRAY['agreement'::text, 'fee_annex'::text])));
alter table public.agreement_documents add constraint agreement_documents_pkey PRIMARY KEY (contract_id, revision, kind);
alter table public.agreement_documents add constraint agreement_documents_revision_check CHECK ((revision > 0));
alter table public.agreement_documents add constraint agreement_documents_terms_sha256_check CHECK ((terms_sha256 ~ '^[0-9a-f]{64}$'::text));
alter table public.agreement_documents add constraint agreement_documents_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.agreement_texts add constraint agreement_texts__hash CHECK ((agreement_sha256 = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text)));
alter table public.agreement_texts add constraint agreement_texts_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table public.agreement_texts add constraint agreement_texts_pkey PRIMARY KEY (offer_id, agreement_sha256);
alter table public.agreement_texts add constraint agreement_texts_revision_check CHECK ((revision > 0));
alter table public.bank_events add constraint bank_events_pkey PRIMARY KEY (provider, event_id);
alter table public.bank_events add constraint bank_events_type_check CHECK ((type = ANY (ARRAY['settled'::text, 'failed'::text, 'returned'::text])));
alter table public.bank_instructions add constraint bank_instructions__one_per_reference UNIQUE (provider, provider_ref);
alter table public.bank_instructions add constraint bank_instructions__refunds_name_a_debit CHECK (((kind = 'refund'::text) = (refund_of IS NOT NULL)));
alter table public.bank_instructions add constraint bank_instructions_amount_cents_check CHECK ((amount_cents > 0));
alter table public.bank_instructions add constraint bank_instructions_kind_check CHECK ((kind = ANY (ARRAY['debit'::text, 'credit'::text, 'refund'::text])));
alter table public.bank_instructions add constraint bank_instructions_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.bank_instructions add constraint bank_instructions_pkey PRIMARY KEY (key);
alter table public.bank_instructions add constraint bank_instructions_refund_of_fkey FOREIGN KEY (refund_of) REFERENCES bank_instructions(key);
alter table public.bank_instructions add constraint bank_instructions_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'submitted'::text, 'settled'::text, 'failed'::text, 'returned'::text, 'canceled'::text])));
alter table public.bank_statement_breaks add constraint bank_statement_breaks__line UNIQUE NULLS NOT DISTINCT (provider, day, type, key, provider_ref);
alter table public.bank_statement_breaks add constraint bank_statement_breaks__resolved CHECK ((((state = 'resolved'::text) = (resolved_at IS NOT NULL)) AND ((state = 'resolved'::text) = (resolution IS NOT NULL))));
alter table public.bank_statement_breaks add constraint bank_statement_breaks_difference_cents_check CHECK ((difference_cents <> 0));
alter table public.bank_statement_breaks add constraint bank_statement_breaks_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger.entry(id);
alter table public.bank_statement_breaks add constraint bank_statement_breaks_kind_check CHECK ((kind = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'amount_differs'::text, 'sum_differs'::text])));
alter table public.bank_statement_breaks add constraint bank_statement_breaks_pkey PRIMARY KEY (id);
alter table public.bank_statement_breaks add constraint bank_statement_breaks_provider_day_fkey FOREIGN KEY (provider, day) REFERENCES bank_statements(provider, day);
alter table public.bank_statement_breaks add constraint bank_statement_breaks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'resolved'::text])));
alter table public.bank_statement_breaks add constraint bank_statement_breaks_type_check CHECK ((type = ANY (ARRAY['settled'::text, 'returned'::text])));
alter table public.bank_statements add constraint bank_statements_pkey PRIMARY KEY (provider, day);
alter table public.banking_details add constraint banking_details__bic CHECK (((account_kind = 'iban'::text) = (bic IS NOT NULL)));
alter table public.banking_details add constraint banking_details__lengths CHECK (((length(bank_name) <= 200) AND (length(account_holder_name) <= 200) AND (length(tax_address) <= 500) AND (length(tax_city) <= 200) AND (length(tax_state) <= 200) AND (length(tax_zip) <= 20) AND (length(additional_notes) <= 5000)));
alter table public.banking_details add constraint banking_details_account_country_check CHECK ((account_country ~ '^[A-Z]{2}$'::text));
alter table public.banking_details add constraint banking_details_account_kind_check CHECK ((account_kind = ANY (ARRAY['us'::text, 'iban'::text, 'uk'::text])));
alter table public.banking_details add constraint banking_details_account_last4_check CHECK ((account_last4 ~ '^[0-9A-Z]{4}$'::text));
alter table public.banking_details add constraint banking_details_account_type_check CHECK ((account_type = ANY (ARRAY['checking'::text, 'savings'::text, 'business-checking'::text, 'business-savings'::text])));
alter table public.banking_details add constraint banking_details_bic_check CHECK ((bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'::text));
alter table public.banking_details add constraint banking_details_business_type_check CHECK ((business_type = ANY (ARRAY['sole-proprietorship'::text, 'llc'::text, 'corporation'::text, 'partnership'::text, 's-corp'::text])));
alter table public.banking_details add constraint banking_details_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table public.banking_details add constraint banking_details_pkey PRIMARY KEY (organization);
alter table public.banking_details add constraint banking_details_tax_id_last4_check CHECK ((length(tax_id_last4) = 4));
alter table public.banking_details add constraint banking_details_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.banking_details add constraint banking_details_vat_number_check CHECK ((vat_number ~ '^[A-Z0-9]{4,20}$'::text));
alter table public.business_applications add constraint business_applications__decided CHECK (((status = ANY (ARRAY['pending'::text, 'waiting'::text])) = (decided_at IS NULL)));
alter table public.business_applications add constraint business_applications__lengths CHECK (((length(business_name) <= 200) AND (length(business_email) <= 320) AND (length(business_description) <= 5000) AND (length(business_address) <= 1000) AND (length(city) <= 200) AND (length(contact_person) <= 200) AND (length(COALESCE(business_website, ''::text)) <= 500) AND (length(COALESCE(registration_number, ''::text)) <= 100) AND (length(COALESCE(contact_phone, ''::text)) <= 50)));
alter table public.business_applications add constraint business_applications__waiting CHECK (((status = 'waiting'::text) = (waiting_since IS NOT NULL)));
alter table public.business_applications add constraint business_applications_business_address_check CHECK ((btrim(business_address) <> ''::text));
alter table public.business_applications add constraint business_applications_business_description_check CHECK ((btrim(business_description) <> ''::text));
alter table public.business_applications add constraint business_applications_business_email_check CHECK ((business_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text));
alter table public.business_applications add constraint business_applications_business_name_check CHECK ((btrim(business_name) <> ''::text));
alter table public.business_applications add constraint business_applications_city_check CHECK ((btrim(city) <> ''::text));
alter table public.business_applications add constraint business_applications_contact_person_check CHECK ((btrim(contact_person) <> ''::text));
alter table public.business_applications add constraint business_applications_country_check CHECK ((country = ANY (ARRAY['US'::text, 'CA'::text, 'UK'::text, 'DE'::text, 'FR'::text, 'JP'::text, 'AU'::text, 'other'::text])));
alter table public.business_applications add constraint business_applications_industry_check CHECK ((industry = ANY (ARRAY['finance'::text, 'healthcare'::text, 'retail'::text, 'technology'::text, 'manufacturing'::text, 'education'::text, 'government'::text, 'other'::text])));
alter table public.business_applications add constraint business_applications_intent_check CHECK ((intent = ANY (ARRAY['buy'::text, 'sell'::text, 'both'::text])));
alter table public.business_applications add constraint business_applications_pkey PRIMARY KEY (id);
alter table public.business_applications add constraint business_applications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'waiting'::text, 'approved'::text, 'declined'::text])));
alter table public.certificate_disclosures add constraint certificate_disclosures_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificates(id);
alter table public.certificate_disclosures add constraint certificate_disclosures_claim_check CHECK ((claim = ANY (ARRAY['agreement'::text, 'price'::text, 'escrow'::text, 'fee'::text])));
alter table public.certificate_disclosures add constraint certificate_disclosures_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.certificate_disclosures add constraint certificate_disclosures_pkey PRIMARY KEY (certificate_id, claim);
alter table public.certificate_disclosures add constraint certificate_disclosures_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.certificates add constraint certificates__whole_deal CHECK (((contract_id IS NULL) = (client IS NULL)));
alter table public.certificates add constraint certificates_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.certificates add constraint certificates_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.certificates add constraint certificates_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id);
alter table public.certificates add constraint certificates_delivery_id_key UNIQUE (delivery_id);
alter table public.certificates add constraint certificates_pkey PRIMARY KEY (id);
alter table public.certificates add constraint certificates_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.change_requests add constraint change_requests_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.change_requests add constraint change_requests_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.change_requests add constraint change_requests_pkey PRIMARY KEY (id);
alter table public.change_requests add constraint change_requests_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 5000)));
alter table public.change_requests add constraint change_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.change_requests add constraint change_requests_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.company_ratings add constraint company_ratings_company_fkey FOREIGN KEY (company) REFERENCES organizations(id);
alter table public.company_ratings add constraint company_ratings_pkey PRIMARY KEY (company);
alter table public.company_ratings add constraint company_ratings_stars_check CHECK ((cardinality(stars) = 5));
alter table public.contract_milestones add constraint contract_milestones__by_a_party CHECK (((added_by = client) OR (added_by = vendor)));
alter table public.contract_milestones add constraint contract_milestones__started_first CHECK (((completed_at IS NULL) OR (started_at IS NOT NULL)));
alter table public.contract_milestones add constraint contract_milestones_added_by_fkey FOREIGN KEY (added_by) REFERENCES organizations(id);
alter table public.contract_milestones add constraint contract_milestones_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.contract_milestones add constraint contract_milestones_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.contract_milestones add constraint contract_milestones_description_check CHECK ((length(description) <= 2000));
alter table public.contract_milestones add constraint contract_milestones_pkey PRIMARY KEY (id);
alter table public.contract_milestones add constraint contract_milestones_title_check CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 200)));
alter table public.contract_milestones add constraint contract_milestones_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.contracts add constraint contracts__cancelled CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL)));
alter table public.contracts add constraint contracts__completed CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL)));
alter table public.contracts add constraint contracts__delivered CHECK (((status <> ALL (ARRAY['pending_review'::text, 'completed'::text])) OR (delivered_at IS NOT NULL)));
alter table public.contracts add constraint contracts__due_interval CHECK ((((due_accuracy_low_tenths IS NULL) = (due_accuracy_high_tenths IS NULL)) AND ((due_accuracy_tenths >= due_accuracy_low_tenths) AND (due_accuracy_tenths <= due_accuracy_high_tenths))));
alter table public.contracts add constraint contracts__due_price CHECK ((((due_price_cents IS NULL) OR (due_accuracy_tenths IS NOT NULL)) AND ((due_price_cents >= 1) AND (due_price_cents <= price_cents))));
alter table public.contracts add constraint contracts__funded CHECK (((status = ANY (ARRAY['awaiting_payment'::text, 'cancelled'::text])) OR (funded_at IS NOT NULL)));
alter table public.contracts add constraint contracts__resumes CHECK (((resumes_as IS NULL) OR (status = ANY (ARRAY['disputed'::text, 'awaiting_payment'::text]))));
alter table public.contracts add constraint contracts__two_parties CHECK ((client <> vendor));
alter table public.contracts add constraint contracts_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.contracts add constraint contracts_dpr_id_fkey FOREIGN KEY (dpr_id) REFERENCES dprs(id);
alter table public.contracts add constraint contracts_due_accuracy_high_tenths_check CHECK (((due_accuracy_high_tenths >= 0) AND (due_accuracy_high_tenths <= 1000)));
alter table public.contracts add constraint contracts_due_accuracy_low_tenths_check CHECK (((due_accuracy_low_tenths >= 0) AND (due_accuracy_low_tenths <= 1000)));
alter table public.contracts add constraint contracts_due_accuracy_tenths_check CHECK (((due_accuracy_tenths >= 0) AND (due_accuracy_tenths <= 1000)));
alter table public.contracts add constraint contracts_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 10000)));
alter table public.contracts add constraint contracts_fee_cents_check CHECK ((fee_cents >= 0));
alter table public.contracts add constraint contracts_held_ms_check CHECK ((held_ms >= 0));
alter table public.contracts add constraint contracts_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table public.contracts add constraint contracts_offer_id_key UNIQUE (offer_id);
alter table public.contracts add constraint contracts_pkey PRIMARY KEY (id);
alter table public.contracts add constraint contracts_price_cents_check CHECK ((price_cents > 0));
alter table public.contracts add constraint contracts_resumes_as_check CHECK ((resumes_as = ANY (ARRAY['in_progress'::text, 'synthetic_processing'::text, 'pending_review'::text])));
alter table public.contracts add constraint contracts_review_days_check CHECK (((review_days >= 1) AND (review_days <= 30)));
alter table public.contracts add constraint contracts_stage_check CHECK ((stage = ANY (ARRAY['data_collection'::text, 'data_submission'::text, 'quality_review'::text])));
alter table public.contracts add constraint contracts_status_check CHECK ((status = ANY (ARRAY['awaiting_payment'::text, 'in_progress'::text, 'synthetic_processing'::text, 'pending_review'::text, 'completed'::text, 'disputed'::text, 'cancelled'::text])));
alter table public.contracts add constraint contracts_timeline_days_check CHECK ((timeline_days > 0));
alter table public.contracts add constraint contracts_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.conversation_reads add constraint conversation_reads__read CHECK (((last_message_id IS NULL) = (read_at IS NULL)));
alter table public.conversation_reads add constraint conversation_reads__unread CHECK (((unread_count = 0) OR (unread_at IS NOT NULL)));
alter table public.conversation_reads add constraint conversation_reads_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id);
alter table public.conversation_reads add constraint conversation_reads_last_message_id_fkey FOREIGN KEY (last_message_id) REFERENCES messages(id);
alter table public.conversation_reads add constraint conversation_reads_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.conversation_reads add constraint conversation_reads_pkey PRIMARY KEY (conversation_id, user_id);
alter table public.conversation_reads add constraint conversation_reads_side_check CHECK ((side = ANY (ARRAY['client'::text, 'vendor'::text])));
alter table public.conversation_reads add constraint conversation_reads_unread_count_check CHECK ((unread_count >= 0));
alter table public.conversation_reads add constraint conversation_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table public.conversations add constraint conversations__one_per_request_and_vendor UNIQUE (dpr_id, vendor);
alter table public.conversations add constraint conversations__two_parties CHECK ((client <> vendor));
alter table public.conversations add constraint conversations_answering_ended_by_fkey FOREIGN KEY (answering_ended_by) REFERENCES organizations(id);
alter table public.conversations add constraint conversations_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.conversations add constraint conversations_dpr_id_fkey FOREIGN KEY (dpr_id) REFERENCES dprs(id);
alter table public.conversations add constraint conversations_last_message_id_fkey FOREIGN KEY (last_message_id) REFERENCES messages(id);
alter table public.conversations add constraint conversations_pkey PRIMARY KEY (id);
alter table public.conversations add constraint conversations_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.data_contracts add constraint data_contracts_content_check CHECK (((jsonb_typeof(content) = 'object'::text) AND (pg_column_size(content) <= 400000)));
alter table public.data_contracts add constraint data_contracts_dpr_id_fkey FOREIGN KEY (dpr_id) REFERENCES dprs(id) ON DELETE CASCADE;
alter table public.data_contracts add constraint data_contracts_pkey PRIMARY KEY (dpr_id);
alter table public.data_subscription_revisions add constraint data_subscription_revisions_check CHECK (((dpr_id IS NULL) = (offer_id IS NULL)));
alter table public.data_subscription_revisions add constraint data_subscription_revisions_check1 CHECK (((ended_as IS NULL) = (ended_at IS NULL)));
alter table public.data_subscription_revisions add constraint data_subscription_revisions_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.data_subscription_revisions add constraint data_subscription_revisions_dpr_id_fkey FOREIGN KEY (dpr_id) REFERENCES dprs(id);
alter table public.data_subscription_revisions add constraint data_subscription_revisions_ended_as_check CHECK ((ended_as = ANY (ARRAY['delivered'::text, 'missed'::text, 'lapsed'::text, 'cancelled'::text])));
alter table public.data_subscription_revisions add constraint data_subscription_revisions_number_check CHECK ((number > 0));
alter table public.data_subscription_revisions add constraint data_subscription_revisions_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table public.data_subscription_revisions add constraint data_subscription_revisions_pkey PRIMARY KEY (subscription_id, number);
alter table public.data_subscription_revisions add constraint data_subscription_revisions_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES data_subscriptions(id);
alter table public.data_subscription_revisions add constraint data_subscription_revisions_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.data_subscriptions add constraint data_subscriptions_check CHECK (((status = 'paused'::text) = (paused_as IS NOT NULL)));
alter table public.data_subscriptions add constraint data_subscriptions_check1 CHECK (((status = 'ended'::text) = (ended_as IS NOT NULL)));
alter table public.data_subscriptions add constraint data_subscriptions_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.data_subscriptions add constraint data_subscriptions_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.data_subscriptions add constraint data_subscriptions_ended_as_check CHECK ((ended_as = ANY (ARRAY['complete'::text, 'client'::text, 'vendor'::text, 'limit'::text, 'taken_down'::text])));
alter table public.data_subscriptions add constraint data_subscriptions_epsilon_check CHECK ((epsilon > (0)::double precision));
alter table public.data_subscriptions add constraint data_subscriptions_listing_id_listing_revision_fkey FOREIGN KEY (listing_id, listing_revision) REFERENCES listing_revisions(listing_id, revision);
alter table public.data_subscriptions add constraint data_subscriptions_paused_as_check CHECK ((paused_as = ANY (ARRAY['client'::text, 'unpaid'::text])));
alter table public.data_subscriptions add constraint data_subscriptions_pkey PRIMARY KEY (id);
alter table public.data_subscriptions add constraint data_subscriptions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.data_subscriptions add constraint data_subscriptions_revisions_check CHECK ((revisions > 0));
alter table public.data_subscriptions add constraint data_subscriptions_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id);
alter table public.data_subscriptions add constraint data_subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text])));
alter table public.data_subscriptions add constraint data_subscriptions_terms_check CHECK ((jsonb_typeof(terms) = 'object'::text));
alter table public.data_subscriptions add constraint data_subscriptions_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.deliveries add constraint deliveries__finished CHECK (((status = ANY (ARRAY['refused'::text, 'failed'::text, 'cancelled'::text, 'ready'::text])) = (finished_at IS NOT NULL)));
alter table public.deliveries add constraint deliveries__reason CHECK (
CASE
    WHEN (status = ANY (ARRAY['refused'::text, 'failed'::text])) THEN (reason IS NOT NULL)
    WHEN (status = ANY (ARRAY['draft'::text, 'review'::text])) THEN true
    ELSE (reason IS NULL)
END);
alter table public.deliveries add constraint deliveries__report CHECK (
CASE
    WHEN (status = 'ready'::text) THEN (report IS NOT NULL)
    WHEN (status = 'refused'::text) THEN ((report IS NULL) OR (gate IS NOT NULL))
    ELSE (report IS NULL)
END);
alter table public.deliveries add constraint deliveries__superseded CHECK (((superseded_at IS NULL) OR (status = 'ready'::text)));
alter table public.deliveries add constraint deliveries__uploaded_for_listing CHECK (((contract_id IS NOT NULL) OR ((NOT is_measured_by_vendor) AND (NOT is_connected) AND (copied_from IS NULL) AND (superseded_at IS NULL))));
alter table public.deliveries add constraint deliveries__whole_deal CHECK (((contract_id IS NULL) = (client IS NULL)));
alter table public.deliveries add constraint deliveries_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.deliveries add constraint deliveries_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.deliveries add constraint deliveries_copied_from_fkey FOREIGN KEY (copied_from) REFERENCES deliveries(id);
alter table public.deliveries add constraint deliveries_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.deliveries add constraint deliveries_file_bytes_check CHECK ((file_bytes >= 0));
alter table public.deliveries add constraint deliveries_file_count_check CHECK ((file_count > 0));
alter table public.deliveries add constraint deliveries_gate_check CHECK ((jsonb_typeof(gate) = 'array'::text));
alter table public.deliveries add constraint deliveries_held_ms_check CHECK ((held_ms >= 0));
alter table public.deliveries add constraint deliveries_notes_check CHECK ((length(notes) <= 2000));
alter table public.deliveries add constraint deliveries_pkey PRIMARY KEY (id);
alter table public.deliveries add constraint deliveries_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision)));
alter table public.deliveries add constraint deliveries_stage_check CHECK ((stage = ANY (ARRAY['reading'::text, 'measuring'::text, 'modeling'::text, 'sampling'::text, 'evaluating'::text])));
alter table public.deliveries add constraint deliveries_stage_starts_check CHECK ((jsonb_typeof(stage_starts) = 'object'::text));
alter table public.deliveries add constraint deliveries_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'inspecting'::text, 'review'::text, 'measuring'::text, 'queued'::text, 'processing'::text, 'held'::text, 'refused'::text, 'failed'::text, 'cancelled'::text, 'ready'::text])));
alter table public.deliveries add constraint deliveries_takeovers_check CHECK ((takeovers >= 0));
alter table public.deliveries add constraint deliveries_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.delivery_files add constraint delivery_files__names_unique UNIQUE (delivery_id, name);
alter table public.delivery_files add constraint delivery_files_bytes_check CHECK ((bytes >= 0));
alter table public.delivery_files add constraint delivery_files_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint)));
alter table public.delivery_files add constraint delivery_files_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table public.delivery_files add constraint delivery_files_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES row_draws(id);
alter table public.delivery_files add constraint delivery_files_key_id_fkey FOREIGN KEY (key_id) REFERENCES app.delivery_keys(id);
alter table public.delivery_files add constraint delivery_files_pkey PRIMARY KEY (id);
alter table public.delivery_files add constraint delivery_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table public.delivery_files add constraint delivery_files_storage_key_key UNIQUE (storage_key);
alter table public.delivery_previews add constraint delivery_previews_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table public.delivery_previews add constraint delivery_previews_pkey PRIMARY KEY (delivery_id);
alter table public.delivery_previews add constraint delivery_previews_tables_check CHECK ((jsonb_typeof(tables) = 'array'::text));
alter table public.dispute_claims add constraint dispute_claims_claim_check CHECK ((jsonb_typeof(claim) = 'object'::text));
alter table public.dispute_claims add constraint dispute_claims_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dispute_claims add constraint dispute_claims_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id);
alter table public.dispute_claims add constraint dispute_claims_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id);
alter table public.dispute_claims add constraint dispute_claims_made_by_fkey FOREIGN KEY (made_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dispute_claims add constraint dispute_claims_pkey PRIMARY KEY (id);
alter table public.dispute_claims add constraint dispute_claims_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.dispute_files add constraint dispute_files__sealed CHECK (((blob_id IS NULL) = (key_id IS NULL)));
alter table public.dispute_files add constraint dispute_files__stored_once CHECK ((num_nonnulls(storage_key, blob_id) = 1));
alter table public.dispute_files add constraint dispute_files_blob_id_key UNIQUE (blob_id);
alter table public.dispute_files add constraint dispute_files_bytes_check CHECK ((bytes > 0));
alter table public.dispute_files add constraint dispute_files_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dispute_files add constraint dispute_files_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.dispute_files add constraint dispute_files_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255)));
alter table public.dispute_files add constraint dispute_files_key_id_fkey FOREIGN KEY (key_id) REFERENCES app.blob_keys(id);
alter table public.dispute_files add constraint dispute_files_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.dispute_files add constraint dispute_files_pkey PRIMARY KEY (id);
alter table public.dispute_files add constraint dispute_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table public.dispute_files add constraint dispute_files_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES dispute_statements(id);
alter table public.dispute_files add constraint dispute_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dispute_files add constraint dispute_files_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.dispute_findings add constraint dispute_findings__once UNIQUE (dispute_id, last_claim_id);
alter table public.dispute_findings add constraint dispute_findings_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dispute_findings add constraint dispute_findings_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id);
alter table public.dispute_findings add constraint dispute_findings_last_claim_id_fkey FOREIGN KEY (last_claim_id) REFERENCES dispute_claims(id);
alter table public.dispute_findings add constraint dispute_findings_pkey PRIMARY KEY (id);
alter table public.dispute_findings add constraint dispute_findings_to_vendor_cents_check CHECK ((to_vendor_cents >= 0));
alter table public.dispute_findings add constraint dispute_findings_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.dispute_proposals add constraint dispute_proposals__by_a_party CHECK (((proposed_by = client) OR (proposed_by = vendor)));
alter table public.dispute_proposals add constraint dispute_proposals__decided CHECK (((status = 'pending'::text) = (decided_at IS NULL)));
alter table public.dispute_proposals add constraint dispute_proposals_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dispute_proposals add constraint dispute_proposals_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id);
alter table public.dispute_proposals add constraint dispute_proposals_note_check CHECK ((length(note) <= 2000));
alter table public.dispute_proposals add constraint dispute_proposals_pkey PRIMARY KEY (id);
alter table public.dispute_proposals add constraint dispute_proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES organizations(id);
alter table public.dispute_proposals add constraint dispute_proposals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'countered'::text, 'withdrawn'::text, 'lapsed'::text])));
alter table public.dispute_proposals add constraint dispute_proposals_to_client_cents_check CHECK ((to_client_cents >= 0));
alter table public.dispute_proposals add constraint dispute_proposals_to_vendor_cents_check CHECK ((to_vendor_cents >= 0));
alter table public.dispute_proposals add constraint dispute_proposals_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dispute_proposals add constraint dispute_proposals_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.dispute_rulings add constraint dispute_rulings__decided CHECK (((status = 'draft'::text) = (decided_at IS NULL)));
alter table public.dispute_rulings add constraint dispute_rulings__two_people CHECK ((confirmed_by <> drafted_by));
alter table public.dispute_rulings add constraint dispute_rulings_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dispute_rulings add constraint dispute_rulings_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dispute_rulings add constraint dispute_rulings_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id);
alter table public.dispute_rulings add constraint dispute_rulings_drafted_by_fkey FOREIGN KEY (drafted_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dispute_rulings add constraint dispute_rulings_pkey PRIMARY KEY (id);
alter table public.dispute_rulings add constraint dispute_rulings_reasons_check CHECK (((length(btrim(reasons)) >= 1) AND (length(btrim(reasons)) <= 5000)));
alter table public.dispute_rulings add constraint dispute_rulings_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'replaced'::text, 'final'::text, 'lapsed'::text])));
alter table public.dispute_rulings add constraint dispute_rulings_to_client_cents_check CHECK ((to_client_cents >= 0));
alter table public.dispute_rulings add constraint dispute_rulings_to_vendor_cents_check CHECK ((to_vendor_cents >= 0));
alter table public.dispute_rulings add constraint dispute_rulings_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.dispute_statements add constraint dispute_statements__asks CHECK (((kind = 'statement'::text) = (asks IS NULL)));
alter table public.dispute_statements add constraint dispute_statements__by_a_party CHECK (((organization = client) OR (organization = vendor)));
alter table public.dispute_statements add constraint dispute_statements__part CHECK ((COALESCE((asks = 'partial_refund'::text), false) = (refund_cents IS NOT NULL)));
alter table public.dispute_statements add constraint dispute_statements_asks_check CHECK ((asks = ANY (ARRAY['release'::text, 'full_refund'::text, 'partial_refund'::text])));
alter table public.dispute_statements add constraint dispute_statements_body_check CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 5000)));
alter table public.dispute_statements add constraint dispute_statements_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dispute_statements add constraint dispute_statements_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id);
alter table public.dispute_statements add constraint dispute_statements_kind_check CHECK ((kind = ANY (ARRAY['claim'::text, 'answer'::text, 'statement'::text])));
alter table public.dispute_statements add constraint dispute_statements_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.dispute_statements add constraint dispute_statements_pkey PRIMARY KEY (id);
alter table public.dispute_statements add constraint dispute_statements_refund_cents_check CHECK ((refund_cents > 0));
alter table public.dispute_statements add constraint dispute_statements_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dispute_statements add constraint dispute_statements_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.disputes add constraint disputes__ended CHECK (((status = ANY (ARRAY['open'::text, 'escalated'::text])) = (ended_at IS NULL)));
alter table public.disputes add constraint disputes__escalated CHECK (((escalated_at IS NULL) = (escalated_by IS NULL)));
alter table public.disputes add constraint disputes__shared_out CHECK (((status = ANY (ARRAY['settled'::text, 'ruled'::text])) = (to_vendor_cents IS NOT NULL)));
alter table public.disputes add constraint disputes__shares_add_up CHECK (((to_vendor_cents + to_client_cents) = stake_cents));
alter table public.disputes add constraint disputes__two_parties CHECK (((client <> vendor) AND ((opened_by = client) OR (opened_by = vendor))));
alter table public.disputes add constraint disputes_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.disputes add constraint disputes_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.disputes add constraint disputes_escalated_by_check CHECK ((escalated_by = ANY (ARRAY['client'::text, 'vendor'::text, 'silence'::text, 'time'::text])));
alter table public.disputes add constraint disputes_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 10000)));
alter table public.disputes add constraint disputes_fee_stake_cents_check CHECK ((fee_stake_cents >= 0));
alter table public.disputes add constraint disputes_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES organizations(id);
alter table public.disputes add constraint disputes_pkey PRIMARY KEY (id);
alter table public.disputes add constraint disputes_reason_check CHECK ((reason = ANY (ARRAY['not_as_described'::text, 'quality'::text, 'late'::text, 'scope'::text, 'refused'::text, 'unreachable'::text, 'other'::text])));
alter table public.disputes add constraint disputes_released_cents_check CHECK ((released_cents >= 0));
alter table public.disputes add constraint disputes_stake_cents_check CHECK ((stake_cents > 0));
alter table public.disputes add constraint disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'escalated'::text, 'settled'::text, 'ruled'::text, 'withdrawn'::text, 'void'::text])));
alter table public.disputes add constraint disputes_to_client_cents_check CHECK ((to_client_cents >= 0));
alter table public.disputes add constraint disputes_to_vendor_cents_check CHECK ((to_vendor_cents >= 0));
alter table public.disputes add constraint disputes_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.downloads add constraint downloads_bytes_check CHECK ((bytes >= 0));
alter table public.downloads add constraint downloads_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table public.downloads add constraint downloads_link_check CHECK ((length(link) <= 64));
alter table public.downloads add constraint downloads_person_fkey FOREIGN KEY (person) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.downloads add constraint downloads_pkey PRIMARY KEY (id);
alter table public.dpr_drafts add constraint dpr_drafts_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dpr_drafts add constraint dpr_drafts_content_check CHECK ((pg_column_size(content) <= 500000));
alter table public.dpr_drafts add constraint dpr_drafts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dpr_drafts add constraint dpr_drafts_pkey PRIMARY KEY (id);
alter table public.dpr_drafts add constraint dpr_drafts_title_check CHECK ((length(title) <= 200));
alter table public.dpr_invitations add constraint dpr_invitations__not_own_request CHECK ((client <> vendor));
alter table public.dpr_invitations add constraint dpr_invitations_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dpr_invitations add constraint dpr_invitations_dpr_id_fkey FOREIGN KEY (dpr_id) REFERENCES dprs(id);
alter table public.dpr_invitations add constraint dpr_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dpr_invitations add constraint dpr_invitations_message_check CHECK ((length(message) <= 2000));
alter table public.dpr_invitations add constraint dpr_invitations_pkey PRIMARY KEY (dpr_id, vendor);
alter table public.dpr_invitations add constraint dpr_invitations_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.dpr_questions add constraint dpr_questions__answered CHECK (((answer IS NULL) = (answered_at IS NULL)));
alter table public.dpr_questions add constraint dpr_questions__not_own_request CHECK ((client <> vendor));
alter table public.dpr_questions add constraint dpr_questions_answer_check CHECK (((length(btrim(answer)) >= 1) AND (length(btrim(answer)) <= 5000)));
alter table public.dpr_questions add constraint dpr_questions_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dpr_questions add constraint dpr_questions_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dpr_questions add constraint dpr_questions_dpr_id_fkey FOREIGN KEY (dpr_id) REFERENCES dprs(id);
alter table public.dpr_questions add constraint dpr_questions_pkey PRIMARY KEY (id);
alter table public.dpr_questions add constraint dpr_questions_question_check CHECK (((length(btrim(question)) >= 1) AND (length(btrim(question)) <= 2000)));
alter table public.dpr_questions add constraint dpr_questions_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.dprs add constraint dprs__budget_order CHECK ((budget_max_cents >= budget_min_cents));
alter table public.dprs add constraint dprs__listing_revision FOREIGN KEY (listing_id, listing_revision) REFERENCES listing_revisions(listing_id, revision);
alter table public.dprs add constraint dprs__whole_listing CHECK (((listing_id IS NULL) = (listing_revision IS NULL)));
alter table public.dprs add constraint dprs_budget_min_cents_check CHECK ((budget_min_cents > 0));
alter table public.dprs add constraint dprs_category_check CHECK ((category = ANY (ARRAY['retail'::text, 'healthcare'::text, 'finance'::text, 'technology'::text, 'iot'::text])));
alter table public.dprs add constraint dprs_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.dprs add constraint dprs_compliance_requirements_check CHECK (((length(compliance_requirements) >= 1) AND (length(compliance_requirements) <= 2000)));
alter table public.dprs add constraint dprs_contacts_check CHECK (((length(contacts) >= 1) AND (length(contacts) <= 500)));
alter table public.dprs add constraint dprs_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.dprs add constraint dprs_delivery_format_check CHECK ((delivery_format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'json'::text])));
alter table public.dprs add constraint dprs_description_check CHECK (((length(description) >= 1) AND (length(description) <= 5000)));
alter table public.dprs add constraint dprs_license_check CHECK ((jsonb_typeof(license) = 'object'::text));
alter table public.dprs add constraint dprs_min_accuracy_percent_check CHECK (((min_accuracy_percent >= 50) AND (min_accuracy_percent <= 100)));
alter table public.dprs add constraint dprs_min_records_check CHECK (((min_records >= 1) AND (min_records <= 1000000000)));
alter table public.dprs add constraint dprs_more_rows_check CHECK ((jsonb_typeof(more_rows) = 'object'::text));
alter table public.dprs add constraint dprs_notes_check CHECK ((length(notes) <= 5000));
alter table public.dprs add constraint dprs_offers_count_check CHECK ((offers_count >= 0));
alter table public.dprs add constraint dprs_pkey PRIMARY KEY (id);
alter table public.dprs add constraint dprs_privacy_level_check CHECK ((privacy_level = ANY (ARRAY['standard'::text, 'high'::text, 'maximum'::text])));
alter table public.dprs add constraint dprs_review_days_check CHECK (((review_days >= 1) AND (review_days <= 30)));
alter table public.dprs add constraint dprs_sample_records_check CHECK (((sample_records >= 1) AND (sample_records <= 100000)));
alter table public.dprs add constraint dprs_status_check CHECK ((status = ANY (ARRAY['awaiting_offers'::text, 'open'::text, 'accepted'::text, 'ready_for_download'::text, 'completed'::text, 'cancelled'::text, 'expired'::text])));
alter table public.dprs add constraint dprs_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES data_subscriptions(id);
alter table public.dprs add constraint dprs_timeline_days_check CHECK (((timeline_days >= 1) AND (timeline_days <= 365)));
alter table public.dprs add constraint dprs_title_check CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 200)));
alter table public.dprs add constraint dprs_use_case_check CHECK (((length(use_case) >= 1) AND (length(use_case) <= 2000)));
alter table public.dprs add constraint dprs_vendor_min_completed_check CHECK (((vendor_min_completed >= 1) AND (vendor_min_completed <= 10000)));
alter table public.dprs add constraint dprs_vendor_min_rating_check CHECK (((vendor_min_rating >= (1)::numeric) AND (vendor_min_rating <= (5)::numeric)));
alter table public.dprs add constraint dprs_vendor_preferences_check CHECK ((length(vendor_preferences) <= 2000));
alter table public.invitations add constraint invitations__email_lower_case CHECK (((email = lower(email)) AND (length(email) <= 320)));
alter table public.invitations add constraint invitations__known_work_roles CHECK ((work_roles <@ '{requester,seller,approver,finance,data_engineer}'::text[]));
alter table public.invitations add constraint invitations__one_per_address UNIQUE (organization, email);
alter table public.invitations add constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.invitations add constraint invitations_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.invitations add constraint invitations_pkey PRIMARY KEY (id);
alter table public.invoices add constraint invoices__closed CHECK (((state = 'open'::text) = (closed_at IS NULL)));
alter table public.invoices add constraint invoices__fee_of_contract CHECK (((contract_id IS NULL) = (fee_bps IS NULL)));
alter table public.invoices add constraint invoices__kind_fits_number CHECK (("left"(number, 3) =
CASE kind
    WHEN 'invoice'::text THEN 'INV'::text
    WHEN 'statement'::text THEN 'STM'::text
    ELSE 'CRN'::text
END));
alter table public.invoices add constraint invoices__subject CHECK ((((contract_id IS NULL) = (charge_id IS NOT NULL)) AND
CASE kind
    WHEN 'invoice'::text THEN ((num_nonnulls(payment_id, charge_id) = 1) AND (refund_id IS NULL) AND (credits IS NULL))
    WHEN 'statement'::text THEN ((num_nonnulls(payment_id, charge_id, refund_id, credits) = 0) AND (fee_cents = 0))
    ELSE (num_nonnulls(payment_id, charge_id, refund_id) = 1)
END));
alter table public.invoices add constraint invoices_amount_cents_check CHECK ((amount_cents > 0));
alter table public.invoices add constraint invoices_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES subscription_charges(id);
alter table public.invoices add constraint invoices_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.invoices add constraint invoices_credits_fkey FOREIGN KEY (credits) REFERENCES invoices(number);
alter table public.invoices add constraint invoices_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger.entry(id);
alter table public.invoices add constraint invoices_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 10000)));
alter table public.invoices add constraint invoices_fee_cents_check CHECK ((fee_cents >= 0));
alter table public.invoices add constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'statement'::text, 'credit_note'::text])));
alter table public.invoices add constraint invoices_number_check CHECK ((number ~ '^(INV|STM|CRN)-\d{4}-\d{6,}$'::text));
alter table public.invoices add constraint invoices_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.invoices add constraint invoices_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table public.invoices add constraint invoices_pkey PRIMARY KEY (number);
alter table public.invoices add constraint invoices_price_cents_check CHECK ((price_cents >= 0));
alter table public.invoices add constraint invoices_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id);
alter table public.invoices add constraint invoices_refund_id_key UNIQUE (refund_id);
alter table public.invoices add constraint invoices_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'void'::text])));
alter table public.legal_acceptances add constraint legal_acceptances__object CHECK (((act = ANY (ARRAY['offer'::text, 'checkout'::text, 'listing'::text])) = (object IS NOT NULL)));
alter table public.legal_acceptances add constraint legal_acceptances_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text])));
alter table public.legal_acceptances add constraint legal_acceptances_act_check CHECK ((act = ANY (ARRAY['sign_up'::text, 'arrival'::text, 'offer'::text, 'checkout'::text, 'listing'::text])));
alter table public.legal_acceptances add constraint legal_acceptances_document_version_fkey FOREIGN KEY (document, version) REFERENCES legal_versions(document, version);
alter table public.legal_acceptances add constraint legal_acceptances_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table public.legal_acceptances add constraint legal_acceptances_pkey PRIMARY KEY (id);
alter table public.legal_acceptances add constraint legal_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.legal_versions add constraint legal_versions__hash CHECK ((version = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text)));
alter table public.legal_versions add constraint legal_versions_document_check CHECK ((document = ANY (ARRAY['terms'::text, 'privacy'::text, 'dpa'::text, 'license'::text])));
alter table public.legal_versions add constraint legal_versions_pkey PRIMARY KEY (document, version);
alter table public.licenses add constraint licenses_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.licenses add constraint licenses_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.licenses add constraint licenses_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id);
alter table public.licenses add constraint licenses_delivery_id_key UNIQUE (delivery_id);
alter table public.licenses add constraint licenses_pkey PRIMARY KEY (id);
alter table public.licenses add constraint licenses_terms_check CHECK ((jsonb_typeof(terms) = 'object'::text));
alter table public.licenses add constraint licenses_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.listing_revisions add constraint listing_revisions_accuracy_tenths_check CHECK (((accuracy_tenths >= 0) AND (accuracy_tenths <= 1000)));
alter table public.listing_revisions add constraint listing_revisions_content_check CHECK ((jsonb_typeof(content) = 'object'::text));
alter table public.listing_revisions add constraint listing_revisions_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id);
alter table public.listing_revisions add constraint listing_revisions_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id);
alter table public.listing_revisions add constraint listing_revisions_lowest_price_cents_check CHECK ((lowest_price_cents > 0));
alter table public.listing_revisions add constraint listing_revisions_pkey PRIMARY KEY (listing_id, revision);
alter table public.listing_revisions add constraint listing_revisions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.listing_revisions add constraint listing_revisions_revision_check CHECK ((revision > 0));
alter table public.listing_revisions add constraint listing_revisions_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.listings add constraint listings_check CHECK (((status = 'taken_down'::text) = (taken_down_reason IS NOT NULL)));
alter table public.listings add constraint listings_check1 CHECK (((status = 'draft'::text) OR (status = 'withdrawn'::text) OR (revision > 0)));
alter table public.listings add constraint listings_content_check CHECK ((jsonb_typeof(content) = 'object'::text));
alter table public.listings add constraint listings_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.listings add constraint listings_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id);
alter table public.listings add constraint listings_pkey PRIMARY KEY (id);
alter table public.listings add constraint listings_revision_check CHECK ((revision >= 0));
alter table public.listings add constraint listings_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'paused'::text, 'withdrawn'::text, 'taken_down'::text])));
alter table public.listings add constraint listings_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.measured_twins add constraint measured_twins_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id);
alter table public.measured_twins add constraint measured_twins_pkey PRIMARY KEY (delivery_id);
alter table public.measured_twins add constraint measured_twins_privacy_level_check CHECK ((privacy_level = ANY (ARRAY['standard'::text, 'high'::text, 'maximum'::text])));
alter table public.measured_twins add constraint measured_twins_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)));
alter table public.measured_twins add constraint measured_twins_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.message_attachments add constraint message_attachments__sealed CHECK (((blob_id IS NULL) = (key_id IS NULL)));
alter table public.message_attachments add constraint message_attachments__stored_once CHECK ((num_nonnulls(storage_key, blob_id) = 1));
alter table public.message_attachments add constraint message_attachments_blob_id_key UNIQUE (blob_id);
alter table public.message_attachments add constraint message_attachments_bytes_check CHECK ((bytes > 0));
alter table public.message_attachments add constraint message_attachments_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.message_attachments add constraint message_attachments_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id);
alter table public.message_attachments add constraint message_attachments_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255)));
alter table public.message_attachments add constraint message_attachments_key_id_fkey FOREIGN KEY (key_id) REFERENCES app.blob_keys(id);
alter table public.message_attachments add constraint message_attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id);
alter table public.message_attachments add constraint message_attachments_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.message_attachments add constraint message_attachments_pkey PRIMARY KEY (id);
alter table public.message_attachments add constraint message_attachments_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table public.message_attachments add constraint message_attachments_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.message_attachments add constraint message_attachments_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.messages add constraint messages__by_a_party CHECK (((sender = client) OR (sender = vendor)));
alter table public.messages add constraint messages_body_check CHECK ((length(body) <= 5000));
alter table public.messages add constraint messages_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.messages add constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id);
alter table public.messages add constraint messages_pkey PRIMARY KEY (id);
alter table public.messages add constraint messages_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id);
alter table public.messages add constraint messages_sender_fkey FOREIGN KEY (sender) REFERENCES organizations(id);
alter table public.messages add constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.messages add constraint messages_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.notification_preferences add constraint notification_preferences_pkey PRIMARY KEY (user_id);
alter table public.notification_preferences add constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table public.notifications add constraint notifications_path_check CHECK ((path ~~ '/%'::text));
alter table public.notifications add constraint notifications_pkey PRIMARY KEY (id);
alter table public.notifications add constraint notifications_type_check CHECK ((type = ANY (ARRAY['offer'::text, 'contract'::text, 'payment'::text, 'system'::text])));
alter table public.notifications add constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table public.offer_previews add constraint offer_previews__finished CHECK (((state = 'making'::text) = (finished_at IS NULL)));
alter table public.offer_previews add constraint offer_previews__reason CHECK (((state = 'refused'::text) = (reason IS NOT NULL)));
alter table public.offer_previews add constraint offer_previews__recognized CHECK (((recognized_source IS NULL) = (recognized_match IS NULL)));
alter table public.offer_previews add constraint offer_previews__tables CHECK (((state = 'ready'::text) = ((tables IS NOT NULL) AND (figures IS NOT NULL))));
alter table public.offer_previews add constraint offer_previews_agreed_check CHECK ((jsonb_typeof(agreed) = 'array'::text));
alter table public.offer_previews add constraint offer_previews_client_fkey FOREIGN KEY (client) REFERENCES organizations(id) ON DELETE CASCADE;
alter table public.offer_previews add constraint offer_previews_file_bytes_check CHECK ((file_bytes > 0));
alter table public.offer_previews add constraint offer_previews_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200)));
alter table public.offer_previews add constraint offer_previews_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table public.offer_previews add constraint offer_previews_pkey PRIMARY KEY (offer_id);
alter table public.offer_previews add constraint offer_previews_recognized_match_check CHECK ((recognized_match = ANY (ARRAY['file'::text, 'rows'::text, 'some_rows'::text])));
alter table public.offer_previews add constraint offer_previews_recognized_source_fkey FOREIGN KEY (recognized_source) REFERENCES sources(id) ON DELETE CASCADE;
alter table public.offer_previews add constraint offer_previews_sample_id_key UNIQUE (sample_id);
alter table public.offer_previews add constraint offer_previews_state_check CHECK ((state = ANY (ARRAY['making'::text, 'ready'::text, 'refused'::text])));
alter table public.offer_previews add constraint offer_previews_summary_check CHECK ((jsonb_typeof(summary) = 'array'::text));
alter table public.offer_previews add constraint offer_previews_tables_check CHECK ((jsonb_typeof(tables) = 'array'::text));
alter table public.offer_previews add constraint offer_previews_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table public.offer_revisions add constraint offer_revisions_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES organizations(id);
alter table public.offer_revisions add constraint offer_revisions_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table public.offer_revisions add constraint offer_revisions_pkey PRIMARY KEY (offer_id, revision);
alter table public.offer_revisions add constraint offer_revisions_revision_check CHECK ((revision > 0));
alter table public.offer_views add constraint offer_views_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table public.offer_views add constraint offer_views_pkey PRIMARY KEY (offer_id, user_id, day);
alter table public.offer_views add constraint offer_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table public.offer_views add constraint offer_views_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.offers add constraint offers__not_own_request CHECK ((client <> vendor));
alter table public.offers add constraint offers__price_terms CHECK (((num_nonnulls(target_accuracy_percent, floor_price_percent) = 0) OR ((num_nonnulls(target_accuracy_percent, floor_price_percent, min_accuracy_percent) = 3) AND (min_accuracy_percent <= target_accuracy_percent))));
alter table public.offers add constraint offers__rejected_has_kind CHECK (((status = 'rejected'::text) = (rejected_as IS NOT NULL)));
alter table public.offers add constraint offers__services_within_price CHECK (((additional_services_cents >= 0) AND (additional_services_cents < price_cents)));
alter table public.offers add constraint offers_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.offers add constraint offers_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.offers add constraint offers_data_formats_check CHECK (((cardinality(data_formats) > 0) AND (data_formats <@ ARRAY['csv'::text, 'xlsx'::text, 'json'::text])));
alter table public.offers add constraint offers_deliverables_check CHECK (((cardinality(deliverables) >= 1) AND (cardinality(deliverables) <= 30)));
alter table public.offers add constraint offers_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['download'::text, 'sftp'::text, 'api'::text, 'physical'::text])));
alter table public.offers add constraint offers_description_check CHECK (((length(btrim(description)) >= 1) AND (length(btrim(description)) <= 5000)));
alter table public.offers add constraint offers_dpr_id_fkey FOREIGN KEY (dpr_id) REFERENCES dprs(id);
alter table public.offers add constraint offers_floor_price_percent_check CHECK (((floor_price_percent >= 1) AND (floor_price_percent <= 100)));
alter table public.offers add constraint offers_license_check CHECK ((jsonb_typeof(license) = 'object'::text));
alter table public.offers add constraint offers_min_accuracy_percent_check CHECK (((min_accuracy_percent >= 50) AND (min_accuracy_percent <= 100)));
alter table public.offers add constraint offers_more_rows_check CHECK ((jsonb_typeof(more_rows) = 'object'::text));
alter table public.offers add constraint offers_payment_structure_check CHECK ((payment_structure = ANY (ARRAY['upfront'::text, 'half_upfront'::text, 'third_upfront'::text, 'on_delivery'::text])));
alter table public.offers add constraint offers_pkey PRIMARY KEY (id);
alter table public.offers add constraint offers_price_cents_check CHECK (((price_cents >= 100) AND (price_cents <= '100000000000'::bigint)));
alter table public.offers add constraint offers_privacy_level_check CHECK ((privacy_level = ANY (ARRAY['standard'::text, 'high'::text, 'maximum'::text])));
alter table public.offers add constraint offers_reject_reason_check CHECK ((length(reject_reason) <= 1000));
alter table public.offers add constraint offers_rejected_as_check CHECK ((rejected_as = ANY (ARRAY['declined'::text, 'not_selected'::text, 'withdrawn'::text, 'expired'::text])));
alter table public.offers add constraint offers_revision_check CHECK ((revision > 0));
alter table public.offers add constraint offers_sample_description_check CHECK ((length(sample_description) <= 2000));
alter table public.offers add constraint offers_sample_records_check CHECK (((sample_records >= 1) AND (sample_records <= 100000)));
alter table public.offers add constraint offers_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text])));
alter table public.offers add constraint offers_support_period_check CHECK ((support_period = ANY (ARRAY['none'::text, '7_days'::text, '30_days'::text, '90_days'::text, '6_months'::text])));
alter table public.offers add constraint offers_target_accuracy_percent_check CHECK (((target_accuracy_percent >= 50) AND (target_accuracy_percent <= 100)));
alter table public.offers add constraint offers_timeline_days_check CHECK (((timeline_days >= 1) AND (timeline_days <= 365)));
alter table public.offers add constraint offers_timeline_unit_check CHECK ((timeline_unit = ANY (ARRAY['days'::text, 'weeks'::text, 'months'::text])));
alter table public.offers add constraint offers_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.organizations add constraint organizations__lengths CHECK ((((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 200)) AND (length(email) <= 320) AND (length(COALESCE(website, ''::text)) <= 500) AND (length(COALESCE(address, ''::text)) <= 1000) AND (length(COALESCE(phone, ''::text)) <= 50) AND (length(description) <= 5000)));
alter table public.organizations add constraint organizations__slug UNIQUE (slug);
alter table public.organizations add constraint organizations__some_role CHECK ((is_client OR is_vendor));
alter table public.organizations add constraint organizations__terminated_is_inactive CHECK ((NOT (is_active AND is_terminated)));
alter table public.organizations add constraint organizations_application_id_fkey FOREIGN KEY (application_id) REFERENCES business_applications(id);
alter table public.organizations add constraint organizations_application_id_key UNIQUE (application_id);
alter table public.organizations add constraint organizations_employees_check CHECK ((employees = ANY (ARRAY['1-10'::text, '11-50'::text, '51-200'::text, '201-500'::text, '501-1000'::text, '1001-5000'::text, '5000+'::text])));
alter table public.organizations add constraint organizations_founded_check CHECK (((founded >= 1600) AND (founded <= 2100)));
alter table public.organizations add constraint organizations_organization_id_check CHECK ((organization_id ~ '^ORG-[0-9]{5}-[A-Z]{5}$'::text));
alter table public.organizations add constraint organizations_organization_id_key UNIQUE (organization_id);
alter table public.organizations add constraint organizations_pkey PRIMARY KEY (id);
alter table public.organizations add constraint organizations_status_changed_by_fkey FOREIGN KEY (status_changed_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.payment_methods add constraint payment_methods__numbers_are_here_or_at_stripe CHECK ((num_nonnulls(routing_number, account_type, account_number_sealed) =
CASE provider
    WHEN 'built_in'::text THEN 3
    ELSE 0
END));
alter table public.payment_methods add constraint payment_methods_account_holder_name_check CHECK ((length(account_holder_name) <= 200));
alter table public.payment_methods add constraint payment_methods_account_last4_check CHECK ((length(account_last4) <= 4));
alter table public.payment_methods add constraint payment_methods_account_type_check CHECK ((account_type = ANY (ARRAY['checking'::text, 'savings'::text, 'business-checking'::text, 'business-savings'::text])));
alter table public.payment_methods add constraint payment_methods_authorized_by_fkey FOREIGN KEY (authorized_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.payment_methods add constraint payment_methods_bank_name_check CHECK ((length(bank_name) <= 200));
alter table public.payment_methods add constraint payment_methods_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table public.payment_methods add constraint payment_methods_pkey PRIMARY KEY (organization);
alter table public.payment_methods add constraint payment_methods_provider_check CHECK ((provider = ANY (ARRAY['built_in'::text, 'stripe'::text])));
alter table public.payments add constraint payments_amount_cents_check CHECK ((amount_cents > 0));
alter table public.payments add constraint payments_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.payments add constraint payments_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.payments add constraint payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.payments add constraint payments_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger.entry(id);
alter table public.payments add constraint payments_entry_id_key UNIQUE (entry_id);
alter table public.payments add constraint payments_fee_cents_check CHECK ((fee_cents >= 0));
alter table public.payments add constraint payments_kind_check CHECK ((kind = ANY (ARRAY['funding'::text, 'top_up'::text])));
alter table public.payments add constraint payments_last4_check CHECK ((length(last4) <= 4));
alter table public.payments add constraint payments_method_check CHECK ((method = 'ACH'::text));
alter table public.payments add constraint payments_owed_cents_check CHECK ((owed_cents >= 0));
alter table public.payments add constraint payments_pkey PRIMARY KEY (id);
alter table public.payments add constraint payments_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'settled'::text, 'failed'::text, 'canceled'::text, 'returned'::text])));
alter table public.payout_items add constraint payout_items_amount_cents_check CHECK ((amount_cents <> 0));
alter table public.payout_items add constraint payout_items_entry_id_leg_fkey FOREIGN KEY (entry_id, leg) REFERENCES ledger.movement(entry_id, leg);
alter table public.payout_items add constraint payout_items_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id);
alter table public.payout_items add constraint payout_items_pkey PRIMARY KEY (payout_id, entry_id, leg);
alter table public.payout_settings add constraint payout_settings__weekly_names_a_day CHECK (((NOT (cadence IS DISTINCT FROM 'weekly'::text)) = (weekday IS NOT NULL)));
alter table public.payout_settings add constraint payout_settings_cadence_check CHECK ((cadence = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text])));
alter table public.payout_settings add constraint payout_settings_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table public.payout_settings add constraint payout_settings_pkey PRIMARY KEY (organization);
alter table public.payout_settings add constraint payout_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.payout_settings add constraint payout_settings_weekday_check CHECK (((weekday >= 1) AND (weekday <= 5)));
alter table public.payouts add constraint payouts_account_last4_check CHECK ((length(account_last4) = 4));
alter table public.payouts add constraint payouts_amount_cents_check CHECK ((amount_cents > 0));
alter table public.payouts add constraint payouts_attempt_check CHECK ((attempt > 0));
alter table public.payouts add constraint payouts_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger.entry(id);
alter table public.payouts add constraint payouts_entry_id_key UNIQUE (entry_id);
alter table public.payouts add constraint payouts_pkey PRIMARY KEY (id);
alter table public.payouts add constraint payouts_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'paid'::text, 'failed'::text, 'needs_attention'::text, 'returned'::text])));
alter table public.payouts add constraint payouts_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.presence add constraint presence_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.presence add constraint presence_pkey PRIMARY KEY (user_id);
alter table public.presence add constraint presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table public.profiles add constraint profiles__known_work_roles CHECK ((work_roles <@ '{requester,seller,approver,finance,data_engineer}'::text[]));
alter table public.profiles add constraint profiles_membership_check CHECK ((membership = ANY (ARRAY['pending'::text, 'active'::text, 'deactivated'::text, 'rejected'::text, 'service'::text])));
alter table public.profiles add constraint profiles_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.profiles add constraint profiles_pkey PRIMARY KEY (user_id);
alter table public.profiles add constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table public.proposals add constraint proposals__by_a_party CHECK (((proposed_by = client) OR (proposed_by = vendor)));
alter table public.proposals add constraint proposals__decided CHECK (((status = 'pending'::text) = (decided_at IS NULL)));
alter table public.proposals add constraint proposals_changes_check CHECK (((jsonb_typeof(changes) = 'array'::text) AND (jsonb_array_length(changes) > 0)));
alter table public.proposals add constraint proposals_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.proposals add constraint proposals_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id);
alter table public.proposals add constraint proposals_note_check CHECK ((length(note) <= 2000));
alter table public.proposals add constraint proposals_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table public.proposals add constraint proposals_pkey PRIMARY KEY (id);
alter table public.proposals add constraint proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES organizations(id);
alter table public.proposals add constraint proposals_proposed_check CHECK ((jsonb_typeof(proposed) = 'object'::text));
alter table public.proposals add constraint proposals_reason_check CHECK ((length(reason) <= 1000));
alter table public.proposals add constraint proposals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'countered'::text, 'withdrawn'::text])));
alter table public.proposals add constraint proposals_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.proposals add constraint proposals_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.refunds add constraint refunds_amount_cents_check CHECK ((amount_cents > 0));
alter table public.refunds add constraint refunds_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.refunds add constraint refunds_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.refunds add constraint refunds_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger.entry(id);
alter table public.refunds add constraint refunds_fee_cents_check CHECK ((fee_cents >= 0));
alter table public.refunds add constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table public.refunds add constraint refunds_pkey PRIMARY KEY (id);
alter table public.refunds add constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['cancellation'::text, 'price_change'::text, 'ruling'::text, 'settlement'::text, 'goodwill'::text, 'accuracy'::text])));
alter table public.refunds add constraint refunds_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'paid'::text, 'failed'::text])));
alter table public.reviews add constraint reviews__replied CHECK (((reply IS NULL) = (replied_at IS NULL)));
alter table public.reviews add constraint reviews_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.reviews add constraint reviews_comment_check CHECK (((length(btrim(comment)) >= 1) AND (length(btrim(comment)) <= 5000)));
alter table public.reviews add constraint reviews_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.reviews add constraint reviews_contract_id_key UNIQUE (contract_id);
alter table public.reviews add constraint reviews_pkey PRIMARY KEY (id);
alter table public.reviews add constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5)));
alter table public.reviews add constraint reviews_reply_check CHECK (((length(btrim(reply)) >= 1) AND (length(btrim(reply)) <= 5000)));
alter table public.reviews add constraint reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.reviews add constraint reviews_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.row_draws add constraint row_draws_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.row_draws add constraint row_draws_check CHECK (((status = 'queued'::text) = (finished_at IS NULL)));
alter table public.row_draws add constraint row_draws_check1 CHECK (((status = 'refused'::text) = (reason IS NOT NULL)));
alter table public.row_draws add constraint row_draws_check2 CHECK (((status = 'ready'::text) = (jws IS NOT NULL)));
alter table public.row_draws add constraint row_draws_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.row_draws add constraint row_draws_conditions_check CHECK ((jsonb_typeof(conditions) = 'array'::text));
alter table public.row_draws add constraint row_draws_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.row_draws add constraint row_draws_contract_id_number_key UNIQUE (contract_id, number);
alter table public.row_draws add constraint row_draws_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id);
alter table public.row_draws add constraint row_draws_number_check CHECK ((number > 0));
alter table public.row_draws add constraint row_draws_pkey PRIMARY KEY (id);
alter table public.row_draws add constraint row_draws_rows_check CHECK ((rows > 0));
alter table public.row_draws add constraint row_draws_seed_check CHECK (((seed >= 0) AND (seed < '4294967296'::bigint)));
alter table public.row_draws add constraint row_draws_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'ready'::text, 'refused'::text])));
alter table public.row_draws add constraint row_draws_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.saved_searches add constraint saved_searches_category_check CHECK ((category = ANY (ARRAY['retail'::text, 'healthcare'::text, 'finance'::text, 'technology'::text, 'iot'::text])));
alter table public.saved_searches add constraint saved_searches_matched_dpr_fkey FOREIGN KEY (matched_dpr) REFERENCES dprs(id);
alter table public.saved_searches add constraint saved_searches_name_check CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 100)));
alter table public.saved_searches add constraint saved_searches_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.saved_searches add constraint saved_searches_pkey PRIMARY KEY (id);
alter table public.saved_searches add constraint saved_searches_search_check CHECK ((length(search) <= 200));
alter table public.saved_searches add constraint saved_searches_sort_check CHECK ((sort = ANY (ARRAY['newest'::text, 'budget-high'::text, 'budget-low'::text, 'deadline'::text, 'offers'::text])));
alter table public.saved_searches add constraint saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table public.source_spendings add constraint source_spendings__account CHECK (((state = 'spent'::text) = ((rho_before_billionths IS NOT NULL) AND (delta_before IS NOT NULL) AND (limit_then_billionths IS NOT NULL))));
alter table public.source_spendings add constraint source_spendings__ended CHECK (((state = 'reserved'::text) = (ended_at IS NULL)));
alter table public.source_spendings add constraint source_spendings__measured CHECK (((state = 'spent'::text) <= (measured_at IS NOT NULL)));
alter table public.source_spendings add constraint source_spendings__released CHECK (((state = 'released'::text) <= (measured_at IS NULL)));
alter table public.source_spendings add constraint source_spendings_delta_before_check CHECK (((delta_before >= (0)::double precision) AND (delta_before < (1)::double precision)));
alter table public.source_spendings add constraint source_spendings_delta_check CHECK (((delta < (1)::double precision) AND ((delta > (0)::double precision) OR ((delta = (0)::double precision) AND (drawn_from IS NOT NULL)))));
alter table public.source_spendings add constraint source_spendings_drawn_from_fkey FOREIGN KEY (drawn_from) REFERENCES source_spendings(id) ON DELETE CASCADE;
alter table public.source_spendings add constraint source_spendings_model_rho_billionths_check CHECK ((model_rho_billionths > 0));
alter table public.source_spendings add constraint source_spendings_pkey PRIMARY KEY (id);
alter table public.source_spendings add constraint source_spendings_purpose_check CHECK ((purpose = ANY (ARRAY['preview'::text, 'delivery'::text])));
alter table public.source_spendings add constraint source_spendings_rho_before_billionths_check CHECK ((rho_before_billionths >= 0));
alter table public.source_spendings add constraint source_spendings_rho_billionths_check CHECK ((rho_billionths > 0));
alter table public.source_spendings add constraint source_spendings_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE;
alter table public.source_spendings add constraint source_spendings_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'spent'::text, 'released'::text])));
alter table public.source_spendings add constraint source_spendings_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table public.sources add constraint sources__name UNIQUE (vendor, name);
alter table public.sources add constraint sources__within_limit CHECK (((rho_reserved_billionths + rho_spent_billionths) <= rho_limit_billionths));
alter table public.sources add constraint sources_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));
alter table public.sources add constraint sources_pkey PRIMARY KEY (id);
alter table public.sources add constraint sources_rho_limit_billionths_check CHECK ((rho_limit_billionths > 0));
alter table public.sources add constraint sources_rho_reserved_billionths_check CHECK ((rho_reserved_billionths >= 0));
alter table public.sources add constraint sources_rho_spent_billionths_check CHECK ((rho_spent_billionths >= 0));
alter table public.sources add constraint sources_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id) ON DELETE CASCADE;
alter table public.stripe_accounts add constraint stripe_accounts_account_id_key UNIQUE (account_id);
alter table public.stripe_accounts add constraint stripe_accounts_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.stripe_accounts add constraint stripe_accounts_pkey PRIMARY KEY (organization);
alter table public.stripe_payers add constraint stripe_payers_customer_id_key UNIQUE (customer_id);
alter table public.stripe_payers add constraint stripe_payers_last4_check CHECK ((length(last4) <= 4));
alter table public.stripe_payers add constraint stripe_payers_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.stripe_payers add constraint stripe_payers_pkey PRIMARY KEY (organization);
alter table public.subscription_charges add constraint subscription_charges__one_per_period UNIQUE (organization, period_start);
alter table public.subscription_charges add constraint subscription_charges__paid CHECK (((state <> ALL (ARRAY['paid'::text, 'returned'::text])) OR (paid_at IS NOT NULL)));
alter table public.subscription_charges add constraint subscription_charges__retries_follow_failures CHECK (((retry_at IS NULL) OR (state = 'failed'::text)));
alter table public.subscription_charges add constraint subscription_charges_amount_cents_check CHECK ((amount_cents > 0));
alter table public.subscription_charges add constraint subscription_charges_attempt_check CHECK ((attempt > 0));
alter table public.subscription_charges add constraint subscription_charges_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.subscription_charges add constraint subscription_charges_pkey PRIMARY KEY (id);
alter table public.subscription_charges add constraint subscription_charges_plan_check CHECK ((plan = 'professional'::text));
alter table public.subscription_charges add constraint subscription_charges_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'paid'::text, 'failed'::text, 'returned'::text])));
alter table public.subscriptions add constraint subscriptions__period CHECK (((period_start >= anchored_at) AND (period_end > period_start)));
alter table public.subscriptions add constraint subscriptions_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id) ON DELETE CASCADE;
alter table public.subscriptions add constraint subscriptions_period_number_check CHECK ((period_number > 0));
alter table public.subscriptions add constraint subscriptions_pkey PRIMARY KEY (organization);
alter table public.subscriptions add constraint subscriptions_plan_check CHECK ((plan = 'professional'::text));
alter table public.subscriptions add constraint subscriptions_state_check CHECK ((state = ANY (ARRAY['active'::text, 'ending'::text, 'ended'::text])));
alter table public.support_messages add constraint support_messages_body_check CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 5000)));
alter table public.support_messages add constraint support_messages_pkey PRIMARY KEY (id);
alter table public.support_messages add constraint support_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES support_tickets(id);
alter table public.support_messages add constraint support_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.support_tickets add constraint support_tickets__escalated_from_a_vendor CHECK (((escalated_at IS NULL) OR (vendor IS NOT NULL)));
alter table public.support_tickets add constraint support_tickets_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.support_tickets add constraint support_tickets_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.support_tickets add constraint support_tickets_email_check CHECK ((length(email) <= 320));
alter table public.support_tickets add constraint support_tickets_name_check CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 200)));
alter table public.support_tickets add constraint support_tickets_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.support_tickets add constraint support_tickets_pkey PRIMARY KEY (id);
alter table public.support_tickets add constraint support_tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'urgent'::text])));
alter table public.support_tickets add constraint support_tickets_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])));
alter table public.support_tickets add constraint support_tickets_subject_check CHECK (((length(btrim(subject)) >= 1) AND (length(btrim(subject)) <= 200)));
alter table public.support_tickets add constraint support_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
alter table public.support_tickets add constraint support_tickets_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.tranches add constraint tranches__no_more_than_there_is CHECK (((released_cents + refunded_cents) <= amount_cents));
alter table public.tranches add constraint tranches__state_fits_amounts CHECK (
CASE state
    WHEN 'released'::text THEN (released_cents = amount_cents)
    WHEN 'refunded'::text THEN (refunded_cents = amount_cents)
    WHEN 'split'::text THEN ((released_cents > 0) AND (refunded_cents > 0) AND ((released_cents + refunded_cents) = amount_cents))
    ELSE (((released_cents + refunded_cents) < amount_cents) AND ((released_cents = 0) OR (state = ANY (ARRAY['held'::text, 'frozen'::text, 'unfunded'::text]))))
END);
alter table public.tranches add constraint tranches_amount_cents_check CHECK ((amount_cents > 0));
alter table public.tranches add constraint tranches_client_fkey FOREIGN KEY (client) REFERENCES organizations(id);
alter table public.tranches add constraint tranches_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.tranches add constraint tranches_number_check CHECK ((number > 0));
alter table public.tranches add constraint tranches_pkey PRIMARY KEY (contract_id, number);
alter table public.tranches add constraint tranches_refunded_cents_check CHECK ((refunded_cents >= 0));
alter table public.tranches add constraint tranches_released_cents_check CHECK ((released_cents >= 0));
alter table public.tranches add constraint tranches_state_check CHECK ((state = ANY (ARRAY['unfunded'::text, 'pending'::text, 'held'::text, 'frozen'::text, 'released'::text, 'refunded'::text, 'split'::text])));
alter table public.tranches add constraint tranches_trigger_check CHECK ((trigger = ANY (ARRAY['on_settlement'::text, 'on_acceptance'::text])));
alter table public.tranches add constraint tranches_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table public.uploads add constraint uploads__delivery CHECK (((delivery_id IS NOT NULL) OR (state = 'removed'::text)));
alter table public.uploads add constraint uploads__removed CHECK (((state = 'removed'::text) = (removed_at IS NOT NULL)));
alter table public.uploads add constraint uploads__removed_unclaimed CHECK (((state = 'open'::text) OR (writer IS NULL)));
alter table public.uploads add constraint uploads__writer CHECK (((writer IS NULL) = (writer_until IS NULL)));
alter table public.uploads add constraint uploads_announced_sha256_check CHECK ((announced_sha256 ~ '^[0-9a-f]{64}$'::text));
alter table public.uploads add constraint uploads_bytes_check CHECK ((bytes >= 0));
alter table public.uploads add constraint uploads_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id);
alter table public.uploads add constraint uploads_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
alter table public.uploads add constraint uploads_file_name_check CHECK ((((length(file_name) >= 1) AND (length(file_name) <= 400)) AND (file_name !~ '\\'::text)));
alter table public.uploads add constraint uploads_fingerprint_check CHECK ((length(fingerprint) <= 100));
alter table public.uploads add constraint uploads_id_check CHECK ((id ~ '^[0-9a-f]{32}$'::text));
alter table public.uploads add constraint uploads_organization_fkey FOREIGN KEY (organization) REFERENCES organizations(id);
alter table public.uploads add constraint uploads_pkey PRIMARY KEY (id);
alter table public.uploads add constraint uploads_received_check CHECK (((received >= 0) AND (received <= bytes)));
alter table public.uploads add constraint uploads_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table public.uploads add constraint uploads_state_check CHECK ((state = ANY (ARRAY['open'::text, 'removed'::text])));
alter table public.user_roles add constraint user_roles_pkey PRIMARY KEY (user_id, role);
alter table public.user_roles add constraint user_roles_role_check CHECK ((role = ANY (ARRAY['client'::text, 'vendor'::text, 'admin'::text, 'super_admin'::text])));
alter table public.user_roles add constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table public.vendor_records add constraint vendor_records_pkey PRIMARY KEY (vendor, category);
alter table public.vendor_records add constraint vendor_records_vendor_fkey FOREIGN KEY (vendor) REFERENCES organizations(id);
alter table transparency.checkpoints add constraint checkpoints_log_fkey FOREIGN KEY (log) REFERENCES transparency.logs(number);
alter table transparency.checkpoints add constraint checkpoints_pkey PRIMARY KEY (log, size);
alter table transparency.checkpoints add constraint checkpoints_root_check CHECK ((length(root) = 32));
alter table transparency.checkpoints add constraint checkpoints_size_check CHECK ((size > 0));
alter table transparency.cosignatures add constraint cosignatures_log_size_fkey FOREIGN KEY (log, size) REFERENCES transparency.checkpoints(log, size);
alter table transparency.cosignatures add constraint cosignatures_pkey PRIMARY KEY (log, size, witness);
alter table transparency.cosignatures add constraint cosignatures_witness_fkey FOREIGN KEY (witness) REFERENCES transparency.witnesses(verifier_key);
alter table transparency.deals add constraint deals__has_head CHECK (((seq = 0) = (head IS NULL)));
alter table transparency.deals add constraint deals_head_check CHECK ((length(head) = 32));
alter table transparency.deals add constraint deals_pkey PRIMARY KEY (id);
alter table transparency.deals add constraint deals_seq_check CHECK ((seq >= 0));
alter table transparency.forgotten add constraint forgotten_pkey PRIMARY KEY (organization);
alter table transparency.leaves add constraint leaves_commitment_check CHECK ((length(commitment) = 32));
alter table transparency.leaves add constraint leaves_index_check CHECK ((index >= 0));
alter table transparency.leaves add constraint leaves_log_fkey FOREIGN KEY (log) REFERENCES transparency.logs(number);
alter table transparency.leaves add constraint leaves_opening_fkey FOREIGN KEY (opening) REFERENCES transparency.openings(id);
alter table transparency.leaves add constraint leaves_opening_key UNIQUE (opening);
alter table transparency.leaves add constraint leaves_pkey PRIMARY KEY (log, index);
alter table transparency.logs add constraint logs__closed_cannot_sign CHECK (((private_key_sealed IS NULL) = (closed_at IS NOT NULL)));
alter table transparency.logs add constraint logs_id_key UNIQUE (id);
alter table transparency.logs add constraint logs_number_check CHECK ((number > 0));
alter table transparency.logs add constraint logs_origin_key UNIQUE (origin);
alter table transparency.logs add constraint logs_pkey PRIMARY KEY (number);
alter table transparency.logs add constraint logs_public_key_check CHECK ((length(public_key) = 32));
alter table transparency.openings add constraint openings__counted CHECK (((deal IS NULL) = (seq IS NULL)));
alter table transparency.openings add constraint openings__erased CHECK (((erased_at IS NULL) = ((salt IS NOT NULL) AND (payload IS NOT NULL))));
alter table transparency.openings add constraint openings__in_chain UNIQUE (deal, seq);
alter table transparency.openings add constraint openings__once_per_entry UNIQUE (entry_id, type);
alter table transparency.openings add constraint openings_audience_check CHECK ((audience = ANY (ARRAY['both'::text, 'client'::text, 'vendor'::text, 'staff'::text, 'public'::text])));
alter table transparency.openings add constraint openings_audit_seq_key UNIQUE (audit_seq);
alter table transparency.openings add constraint openings_commitment_check CHECK ((length(commitment) = 32));
alter table transparency.openings add constraint openings_pkey PRIMARY KEY (id);
alter table transparency.openings add constraint openings_salt_check CHECK ((length(salt) = 32));
alter table transparency.staged add constraint staged_commitment_check CHECK ((length(commitment) = 32));
alter table transparency.staged add constraint staged_opening_fkey FOREIGN KEY (opening) REFERENCES transparency.openings(id);
alter table transparency.staged add constraint staged_opening_key UNIQUE (opening);
alter table transparency.staged add constraint staged_pkey PRIMARY KEY (id);
alter table transparency.tiles add constraint tiles_hashes_check CHECK ((((length(hashes) >= 32) AND (length(hashes) <= 8192)) AND ((length(hashes) % 32) = 0)));
alter table transparency.tiles add constraint tiles_index_check CHECK ((index >= 0));
alter table transparency.tiles add constraint tiles_level_check CHECK ((level >= 0));
alter table transparency.tiles add constraint tiles_log_fkey FOREIGN KEY (log) REFERENCES transparency.logs(number);
alter table transparency.tiles add constraint tiles_pkey PRIMARY KEY (log, level, index);
alter table transparency.witnesses add constraint witnesses__failing CHECK (((failing_since IS NOT NULL) OR ((alerted_at IS NULL) AND (last_error IS NULL))));
alter table transparency.witnesses add constraint witnesses_pkey PRIMARY KEY (verifier_key);

-- Indexes

CREATE INDEX answer_rules__member ON app.answer_rules USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX answer_rules__offer ON app.answer_rules USING btree (offer_id) WHERE (offer_id IS NOT NULL);
CREATE INDEX answer_rules__organization ON app.answer_rules USING btree (organization);
CREATE INDEX api_keys__created_by ON app.api_keys USING btree (created_by);
CREATE INDEX api_keys__expiring ON app.api_keys USING btree (expires_at) WHERE ((revoked_at IS NULL) AND (reminders < 2));
CREATE INDEX api_keys__listed ON app.api_keys USING btree (organization, created_at DESC, id DESC);
CREATE INDEX api_keys__user ON app.api_keys USING btree (user_id);
CREATE INDEX api_requests__by_code ON app.api_requests USING btree (organization, code, id DESC) WHERE (code IS NOT NULL);
CREATE INDEX api_requests__listed ON app.api_requests USING btree (organization, id DESC);
CREATE INDEX api_requests__of_key ON app.api_requests USING btree (key_id, id DESC);
CREATE INDEX api_requests__refused ON app.api_requests USING btree (organization, id DESC) WHERE (status >= 400);
CREATE INDEX api_requests__refused_of_key ON app.api_requests USING btree (key_id, id DESC) WHERE (status >= 400);
CREATE INDEX application_notes__of_application ON app.application_notes USING btree (application_id, id);
CREATE INDEX application_notes__written_by ON app.application_notes USING btree (written_by);
CREATE INDEX application_questions__asked_by ON app.application_questions USING btree (asked_by);
CREATE INDEX application_questions__of_application ON app.application_questions USING btree (application_id, id);
CREATE INDEX approval_links__organization ON app.approval_links USING btree (organization);
CREATE INDEX approval_stand_ins__organization ON app.approval_stand_ins USING btree (organization);
CREATE INDEX approval_stand_ins__stand_in ON app.approval_stand_ins USING btree (stand_in, until);
CREATE INDEX approvals__asked_by ON app.approvals USING btree (asked_by);
CREATE INDEX approvals__due ON app.approvals USING btree (expires_at) WHERE (state = ANY (ARRAY['waiting'::text, 'approved'::text]));
CREATE INDEX approvals__listed ON app.approvals USING btree (organization, state, id DESC);
CREATE INDEX approvals__to_remind ON app.approvals USING btree (COALESCE(reminded_at, created_at)) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX approvals__one_live ON app.approvals USING btree (offer_id) WHERE (state = ANY (ARRAY['waiting'::text, 'approved'::text]));
CREATE INDEX audit_log__by_time ON app.audit_log USING btree (at);
CREATE INDEX audit_log__of_action ON app.audit_log USING btree (action, seq DESC);
CREATE INDEX audit_log__of_actor ON app.audit_log USING btree (actor, seq DESC);
CREATE INDEX audit_log__of_object ON app.audit_log USING btree (object, seq DESC);
CREATE INDEX audit_log__of_organization ON app.audit_log USING btree (((detail ->> 'organization'::text)), seq DESC);
CREATE UNIQUE INDEX blob_keys__one_live ON app.blob_keys USING btree (owner_kind, owner_id) WHERE (wrapped_key IS NOT NULL);
CREATE UNIQUE INDEX certificate_keys__one_signs ON app.certificate_keys USING btree ((true)) WHERE (private_jwk_sealed IS NOT NULL);
CREATE INDEX claim_checks__delivery ON app.claim_checks USING btree (delivery_id);
CREATE INDEX connected_deliveries__connection ON app.connected_deliveries USING btree (connection_id);
CREATE INDEX connected_deliveries__vendor ON app.connected_deliveries USING btree (vendor);
CREATE INDEX connections__listed ON app.connections USING btree (organization, created_at DESC, id DESC);
CREATE UNIQUE INDEX data_keys__one_live ON app.data_keys USING btree (organization) WHERE (wrapped_key IS NOT NULL);
CREATE INDEX delivery_keys__of_delivery ON app.delivery_keys USING btree (delivery_id);
CREATE UNIQUE INDEX delivery_keys__of_files ON app.delivery_keys USING btree (delivery_id) WHERE (upload_id IS NULL);
CREATE INDEX delivery_models__key ON app.delivery_models USING btree (key_id);
CREATE INDEX destructions__of_delivery ON app.destructions USING btree (delivery_id) WHERE (delivery_id IS NOT NULL);
CREATE INDEX destructions__of_offer ON app.destructions USING btree (offer_id) WHERE (offer_id IS NOT NULL);
CREATE INDEX destructions__pending ON app.destructions USING btree (asked_at) WHERE (destroyed_at IS NULL);
CREATE INDEX digests__user ON app.digests USING btree (user_id);
CREATE INDEX directory_group_members__member ON app.directory_group_members USING btree (member);
CREATE INDEX directory_groups__listed ON app.directory_groups USING btree (organization, id);
CREATE INDEX directory_users__account ON app.directory_users USING btree (user_id);
CREATE INDEX directory_users__ended ON app.directory_users USING btree (organization, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX directory_users__external ON app.directory_users USING btree (organization, external_id);
CREATE INDEX directory_users__held ON app.directory_users USING btree (organization) WHERE (held_at IS NOT NULL);
CREATE INDEX directory_users__listed ON app.directory_users USING btree (organization, id);
CREATE UNIQUE INDEX directory_users__user_name ON app.directory_users USING btree (organization, lower(user_name)) WHERE (removed_at IS NULL);
CREATE INDEX documents__destroyed_next ON app.documents USING btree (destroy_after) WHERE (destroy_after IS NOT NULL);
CREATE INDEX documents__of_application ON app.documents USING btree (application_id, uploaded_at, id) WHERE (application_id IS NOT NULL);
CREATE INDEX documents__of_organization ON app.documents USING btree (organization) WHERE (organization IS NOT NULL);
CREATE INDEX documents__uploaded_by ON app.documents USING btree (uploaded_by) WHERE (uploaded_by IS NOT NULL);
CREATE INDEX events__age ON app.events USING btree (created_at);
CREATE INDEX events__of_organization ON app.events USING btree (organization, xid, id) WHERE (organization IS NOT NULL);
CREATE INDEX events__of_user ON app.events USING btree (user_id, xid, id) WHERE (user_id IS NOT NULL);
CREATE INDEX idempotency_keys__age ON app.idempotency_keys USING btree (created_at);
CREATE UNIQUE INDEX incidents__one_open ON app.incidents USING btree (dependency) WHERE (closed_at IS NULL);
CREATE INDEX limit_changes__asked_by ON app.limit_changes USING btree (asked_by);
CREATE INDEX limit_changes__due ON app.limit_changes USING btree (expires_at) WHERE (state = 'waiting'::text);
CREATE INDEX limit_changes__member ON app.limit_changes USING btree (member);
CREATE INDEX limit_changes__organization ON app.limit_changes USING btree (organization, state);
CREATE UNIQUE INDEX limit_changes__waiting ON app.limit_changes USING btree (organization) WHERE ((state = 'waiting'::text) AND (member IS NULL));
CREATE UNIQUE INDEX limit_changes__waiting_of_member ON app.limit_changes USING btree (member) WHERE (state = 'waiting'::text);
CREATE INDEX mails__address ON app.mails USING btree (lower(recipient), sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX mails__failed ON app.mails USING btree (id DESC) WHERE (failed_at IS NOT NULL);
CREATE INDEX mails__recipient ON app.mails USING btree (recipient, id DESC);
CREATE INDEX mails__returned ON app.mails USING btree (id DESC) WHERE (returned_at IS NOT NULL);
CREATE INDEX mails__search ON app.mails USING gin (lower((' '::text || ((recipient || ' '::text) || subject))) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX mails__sent ON app.mails USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX mails__unsent ON app.mails USING btree (id DESC) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX measurements__contract ON app.measurements USING btree (contract_id);
CREATE INDEX measurements__open ON app.measurements USING btree (created_at) WHERE (state = ANY (ARRAY['reserved'::text, 'measuring'::text]));
CREATE INDEX measurements__signing_key ON app.measurements USING btree (signing_key);
CREATE INDEX measurements__source ON app.measurements USING btree (source_id);
CREATE INDEX measurements__vendor ON app.measurements USING btree (vendor);
CREATE UNIQUE INDEX measurements__model ON app.measurements USING btree (model_sha256) WHERE (model_sha256 IS NOT NULL);
CREATE INDEX member_limits__organization ON app.member_limits USING btree (organization);
CREATE INDEX offer_samples__of_offer ON app.offer_samples USING btree (offer_id);
CREATE INDEX price_group_contracts__of_group ON app.price_group_contracts USING btree (key);
CREATE INDEX purchase_references__organization ON app.purchase_references USING btree (organization);
CREATE INDEX push_destinations__listed ON app.push_destinations USING btree (organization, created_at DESC, id DESC);
CREATE INDEX push_subscriptions__session ON app.push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions__user ON app.push_subscriptions USING btree (user_id, created_at);
CREATE INDEX pushes__listed ON app.pushes USING btree (contract_id, id DESC);
CREATE INDEX pushes__of_client ON app.pushes USING btree (client);
CREATE INDEX pushes__of_destination ON app.pushes USING btree (destination);
CREATE UNIQUE INDEX pushes__one_per_destination ON app.pushes USING btree (delivery_id, destination);
CREATE INDEX related_companies__client ON app.related_companies USING btree (client);
CREATE INDEX restores__of_person ON app.restores USING btree (confirmed_by) WHERE (confirmed_by IS NOT NULL);
CREATE UNIQUE INDEX restores__waiting ON app.restores USING btree (id) WHERE (confirmed_at IS NULL);
CREATE INDEX sample_resets__of_person ON app.sample_resets USING btree (asked_by) WHERE (asked_by IS NOT NULL);
CREATE UNIQUE INDEX sample_resets__one_at_a_time ON app.sample_resets USING btree ((true)) WHERE (ended_at IS NULL);
CREATE INDEX score_facts__client ON app.score_facts USING btree (client);
CREATE UNIQUE INDEX score_facts__of_vendor ON app.score_facts USING btree (vendor, place);
CREATE INDEX shipments__listed ON app.shipments USING btree (contract_id, id DESC);
CREATE INDEX shipments__of_delivery ON app.shipments USING btree (delivery_id);
CREATE INDEX signing_keys__created_by ON app.signing_keys USING btree (created_by);
CREATE INDEX signing_keys__listed ON app.signing_keys USING btree (organization, created_at DESC, id DESC);
CREATE INDEX source_models__recipe ON app.source_models USING btree (vendor, recipe_sha256);
CREATE INDEX source_prints__spending ON app.source_prints USING btree (spending_id);
CREATE INDEX source_sketches__hashes ON app.source_sketches USING gin (hashes);
CREATE INDEX spending_rules__updated_by ON app.spending_rules USING btree (updated_by);
CREATE INDEX sso_connections__break_glass ON app.sso_connections USING btree (break_glass);
CREATE INDEX sso_domains__due ON app.sso_domains USING btree (checked_at) WHERE (proved_at IS NOT NULL);
CREATE UNIQUE INDEX sso_domains__proved_once ON app.sso_domains USING btree (domain) WHERE (proved_at IS NOT NULL);
CREATE INDEX sso_members__organization ON app.sso_members USING btree (organization);
CREATE INDEX tax_forms__any_of_organization ON app.tax_forms USING btree (organization);
CREATE INDEX tax_forms__decided_by ON app.tax_forms USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX tax_forms__ending ON app.tax_forms USING btree (last_day) WHERE ((state = 'accepted'::text) AND (replaced_at IS NULL));
CREATE INDEX tax_forms__of_organization ON app.tax_forms USING btree (organization, id) WHERE (replaced_at IS NULL);
CREATE INDEX tax_forms__waiting ON app.tax_forms USING btree (id) WHERE ((state = 'waiting'::text) AND (replaced_at IS NULL));
CREATE UNIQUE INDEX tax_forms__one_accepted ON app.tax_forms USING btree (organization) WHERE ((state = 'accepted'::text) AND (replaced_at IS NULL));
CREATE INDEX usage__of_vendor ON app.usage USING btree (vendor, day);
CREATE INDEX usage__viewer ON app.usage USING btree (viewer);
CREATE INDEX vendor_columns__words ON app.vendor_columns USING btree (words, vendor);
CREATE INDEX webhook_deliveries__due ON app.webhook_deliveries USING btree (endpoint, next_at, id) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries__listed ON app.webhook_deliveries USING btree (endpoint, id DESC);
CREATE INDEX webhook_deliveries__sending ON app.webhook_deliveries USING btree (endpoint) WHERE (sending_until IS NOT NULL);
CREATE INDEX webhook_endpoints__listed ON app.webhook_endpoints USING btree (organization, created_at DESC, id DESC);
CREATE INDEX challenges__expiry ON auth.challenges USING btree (expires_at);
CREATE INDEX challenges__factor ON auth.challenges USING btree (factor_id);
CREATE INDEX challenges__session ON auth.challenges USING btree (session_id);
CREATE UNIQUE INDEX factors__phone_verified_once ON auth.factors USING btree (user_id, phone) WHERE (status = 'verified'::text);
CREATE INDEX identities__user ON auth.identities USING btree (user_id);
CREATE INDEX oauth_flows__expiry ON auth.oauth_flows USING btree (expires_at);
CREATE INDEX oauth_flows__session ON auth.oauth_flows USING btree (linking_session_id);
CREATE INDEX oauth_flows__user ON auth.oauth_flows USING btree (linking_user_id);
CREATE INDEX one_time_tokens__expiry ON auth.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens__recipient ON auth.one_time_tokens USING btree (recipient);
CREATE INDEX pkce_codes__expiry ON auth.pkce_codes USING btree (expires_at);
CREATE INDEX pkce_codes__user ON auth.pkce_codes USING btree (user_id);
CREATE INDEX rate_limits__age ON auth.rate_limits USING btree (updated_at);
CREATE INDEX refresh_tokens__parent ON auth.refresh_tokens USING btree (parent_id);
CREATE INDEX refresh_tokens__session ON auth.refresh_tokens USING btree (session_id);
CREATE UNIQUE INDEX refresh_tokens__one_active ON auth.refresh_tokens USING btree (session_id) WHERE (revoked_at IS NULL);
CREATE INDEX sessions__factor ON auth.sessions USING btree (factor_id);
CREATE INDEX sessions__of_user ON auth.sessions USING btree (user_id, used_at DESC, id DESC);
CREATE UNIQUE INDEX account__of_contract ON ledger.account USING btree (contract_id, kind) WHERE (contract_id IS NOT NULL);
CREATE UNIQUE INDEX account__of_organization ON ledger.account USING btree (org_id, kind) WHERE (org_id IS NOT NULL);
CREATE INDEX entry__by_key ON ledger.entry USING btree (idem_key);
CREATE INDEX entry__by_time ON ledger.entry USING btree (effective_at DESC, id DESC);
CREATE INDEX entry__of_contract ON ledger.entry USING btree (contract_id, id);
CREATE INDEX movement__credit_tail ON ledger.movement USING btree (cr, xact) INCLUDE (amount) WHERE (cr_version IS NULL);
CREATE INDEX movement__debit_tail ON ledger.movement USING btree (dr, xact) INCLUDE (amount) WHERE (dr_version IS NULL);
CREATE INDEX outbox__unsent ON ledger.outbox USING btree (xact, id) WHERE (sent_at IS NULL);
CREATE INDEX adjustments__by_state ON public.adjustments USING btree (state, id DESC);
CREATE INDEX adjustments__of_break ON public.adjustments USING btree (break_id) WHERE (break_id IS NOT NULL);
CREATE INDEX adjustments__of_decider ON public.adjustments USING btree (decided_by);
CREATE INDEX adjustments__of_organization ON public.adjustments USING btree (organization) WHERE (organization IS NOT NULL);
CREATE INDEX adjustments__of_proposer ON public.adjustments USING btree (proposed_by);
CREATE INDEX adjustments__reversals ON public.adjustments USING btree (reverses);
CREATE UNIQUE INDEX adjustments__reversed_once ON public.adjustments USING btree (reverses) WHERE ((reverses IS NOT NULL) AND (state = ANY (ARRAY['proposed'::text, 'approved'::text])));
CREATE INDEX agreement_consents__person ON public.agreement_consents USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX agreement_consents__text ON public.agreement_consents USING btree (offer_id, agreement_sha256, side, id);
CREATE INDEX bank_events__unprocessed ON public.bank_events USING btree (key) WHERE (processed_at IS NULL);
CREATE INDEX bank_instructions__of_organization ON public.bank_instructions USING btree (organization);
CREATE INDEX bank_instructions__refund_of ON public.bank_instructions USING btree (refund_of) WHERE (refund_of IS NOT NULL);
CREATE INDEX bank_instructions__returned_on ON public.bank_instructions USING btree (ended_at) WHERE (state = 'returned'::text);
CREATE INDEX bank_instructions__settled_on ON public.bank_instructions USING btree (settled_at) WHERE (settled_at IS NOT NULL);
CREATE INDEX bank_instructions__unfinished ON public.bank_instructions USING btree (created_at) WHERE (state = ANY (ARRAY['queued'::text, 'submitted'::text]));
CREATE INDEX bank_statement_breaks__newest ON public.bank_statement_breaks USING btree (found_at DESC, id DESC);
CREATE INDEX bank_statement_breaks__open ON public.bank_statement_breaks USING btree (found_at DESC, id DESC) WHERE (state = 'open'::text);
CREATE INDEX bank_statements__newest ON public.bank_statements USING btree (day DESC, provider DESC);
CREATE INDEX banking_details__account_fingerprint ON public.banking_details USING btree (account_fingerprint);
CREATE INDEX banking_details__tax_id_fingerprint ON public.banking_details USING btree (tax_id_fingerprint);
CREATE INDEX banking_details__updated_by ON public.banking_details USING btree (updated_by);
CREATE INDEX business_applications__acknowledged ON public.business_applications USING btree (lower(business_email), acknowledged_at) WHERE (acknowledged_at IS NOT NULL);
CREATE INDEX business_applications__by_email ON public.business_applications USING btree (lower(business_email));
CREATE INDEX business_applications__by_number ON public.business_applications USING btree (registration_number) WHERE (registration_number IS NOT NULL);
CREATE INDEX business_applications__due ON public.business_applications USING btree (status, due_at, id);
CREATE INDEX business_applications__queue ON public.business_applications USING btree (status, id DESC);
CREATE INDEX business_applications__search ON public.business_applications USING gin (lower((' '::text || (((((((id)::text || ' '::text) || business_name) || ' '::text) || business_email) || ' '::text) || contact_person))) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX certificates__client ON public.certificates USING btree (client);
CREATE INDEX certificates__of_contract ON public.certificates USING btree (contract_id, issued_at DESC);
CREATE INDEX certificates__vendor ON public.certificates USING btree (vendor);
CREATE INDEX change_requests__of_contract ON public.change_requests USING btree (contract_id, id DESC);
CREATE UNIQUE INDEX change_requests__one_open ON public.change_requests USING btree (contract_id) WHERE (answered_at IS NULL);
CREATE INDEX contract_milestones__of_contract ON public.contract_milestones USING btree (contract_id, id);
CREATE INDEX contracts__client ON public.contracts USING btree (client, created_at DESC, id DESC);
CREATE INDEX contracts__client_by_status ON public.contracts USING btree (client, status, created_at DESC, id DESC);
CREATE INDEX contracts__earnings ON public.contracts USING btree (vendor, funded_at DESC, id DESC) WHERE (funded_at IS NOT NULL);
CREATE INDEX contracts__paid_and_ended ON public.contracts USING btree (id) WHERE ((status = ANY (ARRAY['completed'::text, 'cancelled'::text])) AND (funded_at IS NOT NULL));
CREATE INDEX contracts__review_clock ON public.contracts USING btree (review_ends_at) WHERE (review_ends_at IS NOT NULL);
CREATE INDEX contracts__search ON public.contracts USING gin (lower((' '::text || ((((((id || ' '::text) || offer_id) || ' '::text) || dpr_id) || ' '::text) || title))) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX contracts__vendor ON public.contracts USING btree (vendor, created_at DESC, id DESC);
CREATE INDEX contracts__vendor_by_status ON public.contracts USING btree (vendor, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX contracts__one_live_per_request ON public.contracts USING btree (dpr_id) WHERE (status <> 'cancelled'::text);
CREATE INDEX conversation_reads__unread ON public.conversation_reads USING btree (user_id, organization, side, unread_at DESC, conversation_id DESC) INCLUDE (unread_count) WHERE (unread_count > 0);
CREATE INDEX conversations__answering_ended_by ON public.conversations USING btree (answering_ended_by) WHERE (answering_ended_by IS NOT NULL);
CREATE INDEX conversations__client_by_name ON public.conversations USING btree (client, vendor_sort, id) WHERE (client_at IS NOT NULL);
CREATE INDEX conversations__client_recent ON public.conversations USING btree (client, client_at DESC, id DESC) WHERE (client_at IS NOT NULL);
CREATE INDEX conversations__contacts_of_client ON public.conversations USING btree (client, vendor_sort, vendor);
CREATE INDEX conversations__contacts_of_vendor ON public.conversations USING btree (vendor, client_sort, client);
CREATE INDEX conversations__pair ON public.conversations USING btree (client, vendor, last_message_id DESC NULLS LAST, id DESC);
CREATE INDEX conversations__vendor_by_name ON public.conversations USING btree (vendor, client_sort, id) WHERE (vendor_at IS NOT NULL);
CREATE INDEX conversations__vendor_recent ON public.conversations USING btree (vendor, vendor_at DESC, id DESC) WHERE (vendor_at IS NOT NULL);
CREATE INDEX data_contracts__columns ON public.data_contracts USING gin (app.contract_columns(content));
CREATE INDEX data_subscription_revisions__client ON public.data_subscription_revisions USING btree (client);
CREATE INDEX data_subscription_revisions__dpr ON public.data_subscription_revisions USING btree (dpr_id) WHERE (dpr_id IS NOT NULL);
CREATE INDEX data_subscription_revisions__vendor ON public.data_subscription_revisions USING btree (vendor);
CREATE UNIQUE INDEX data_subscription_revisions__offer ON public.data_subscription_revisions USING btree (offer_id) WHERE (offer_id IS NOT NULL);
CREATE UNIQUE INDEX data_subscription_revisions__open ON public.data_subscription_revisions USING btree (subscription_id) WHERE (ended_as IS NULL);
CREATE INDEX data_subscriptions__client ON public.data_subscriptions USING btree (client, created_at DESC, id DESC);
CREATE INDEX data_subscriptions__created_by ON public.data_subscriptions USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX data_subscriptions__due ON public.data_subscriptions USING btree (next_due_at) WHERE (status = 'active'::text);
CREATE INDEX data_subscriptions__listing ON public.data_subscriptions USING btree (listing_id, listing_revision);
CREATE INDEX data_subscriptions__published_by ON public.data_subscriptions USING btree (published_by) WHERE (published_by IS NOT NULL);
CREATE INDEX data_subscriptions__source ON public.data_subscriptions USING btree (source_id);
CREATE INDEX data_subscriptions__vendor ON public.data_subscriptions USING btree (vendor, created_at DESC, id DESC);
CREATE UNIQUE INDEX data_subscriptions__one_of_a_listing ON public.data_subscriptions USING btree (client, listing_id) WHERE (status <> 'ended'::text);
CREATE INDEX deliveries__client ON public.deliveries USING btree (client);
CREATE INDEX deliveries__copied_from ON public.deliveries USING btree (copied_from) WHERE (copied_from IS NOT NULL);
CREATE INDEX deliveries__of_contract ON public.deliveries USING btree (contract_id, id DESC);
CREATE INDEX deliveries__vendor ON public.deliveries USING btree (vendor);
CREATE UNIQUE INDEX deliveries__one_live ON public.deliveries USING btree (contract_id) WHERE ((status = ANY (ARRAY['draft'::text, 'inspecting'::text, 'review'::text, 'measuring'::text, 'queued'::text, 'processing'::text, 'held'::text, 'ready'::text])) AND (superseded_at IS NULL));
CREATE INDEX delivery_files__draw_id ON public.delivery_files USING btree (draw_id) WHERE (draw_id IS NOT NULL);
CREATE INDEX delivery_files__key ON public.delivery_files USING btree (key_id);
CREATE INDEX dispute_claims__author ON public.dispute_claims USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE INDEX dispute_claims__of_delivery ON public.dispute_claims USING btree (delivery_id);
CREATE INDEX dispute_claims__of_dispute ON public.dispute_claims USING btree (dispute_id, id);
CREATE INDEX dispute_files__kept ON public.dispute_files USING btree (organization) INCLUDE (bytes);
CREATE INDEX dispute_files__of_statement ON public.dispute_files USING btree (statement_id);
CREATE INDEX dispute_files__unsent ON public.dispute_files USING btree (created_at) WHERE (statement_id IS NULL);
CREATE INDEX dispute_files__uploader ON public.dispute_files USING btree (uploaded_by);
CREATE INDEX dispute_findings__last_claim ON public.dispute_findings USING btree (last_claim_id);
CREATE INDEX dispute_proposals__author ON public.dispute_proposals USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX dispute_proposals__of_dispute ON public.dispute_proposals USING btree (dispute_id, id);
CREATE UNIQUE INDEX dispute_proposals__one_pending ON public.dispute_proposals USING btree (dispute_id, proposed_by) WHERE (status = 'pending'::text);
CREATE INDEX dispute_rulings__confirmer ON public.dispute_rulings USING btree (confirmed_by) WHERE (confirmed_by IS NOT NULL);
CREATE INDEX dispute_rulings__drafter ON public.dispute_rulings USING btree (drafted_by) WHERE (drafted_by IS NOT NULL);
CREATE INDEX dispute_rulings__of_dispute ON public.dispute_rulings USING btree (dispute_id, id);
CREATE UNIQUE INDEX dispute_rulings__one_draft ON public.dispute_rulings USING btree (dispute_id) WHERE (status = 'draft'::text);
CREATE INDEX dispute_statements__author ON public.dispute_statements USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX dispute_statements__of_dispute ON public.dispute_statements USING btree (dispute_id, id);
CREATE UNIQUE INDEX dispute_statements__said_once ON public.dispute_statements USING btree (dispute_id, kind) WHERE (kind <> 'statement'::text);
CREATE INDEX disputes__answer_due ON public.disputes USING btree (answer_due_at) WHERE ((status = 'open'::text) AND (answered_at IS NULL));
CREATE INDEX disputes__closed ON public.disputes USING btree (moved_at DESC, id DESC) WHERE (status <> ALL (ARRAY['open'::text, 'escalated'::text]));
CREATE INDEX disputes__of_contract ON public.disputes USING btree (contract_id, opened_at DESC, id DESC);
CREATE INDEX disputes__open ON public.disputes USING btree (moved_at DESC, id DESC) WHERE (status = 'open'::text);
CREATE INDEX disputes__ruled ON public.disputes USING btree (reason, ended_at) WHERE (status = 'ruled'::text);
CREATE INDEX disputes__search ON public.disputes USING gin (lower((' '::text || ((((id || ' '::text) || contract_id) || ' '::text) || title))) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX disputes__time_out ON public.disputes USING btree (negotiate_until) WHERE (status = 'open'::text);
CREATE INDEX disputes__waiting ON public.disputes USING btree (moved_at, id) WHERE (status = 'escalated'::text);
CREATE UNIQUE INDEX disputes__one_open ON public.disputes USING btree (contract_id) WHERE (status = ANY (ARRAY['open'::text, 'escalated'::text]));
CREATE INDEX downloads__of_delivery ON public.downloads USING btree (delivery_id, created_at DESC, id DESC);
CREATE INDEX downloads__person ON public.downloads USING btree (person);
CREATE INDEX dpr_drafts__own ON public.dpr_drafts USING btree (client, updated_at DESC, id DESC);
CREATE INDEX dpr_invitations__of_request ON public.dpr_invitations USING btree (dpr_id, created_at DESC, vendor DESC);
CREATE INDEX dpr_invitations__received ON public.dpr_invitations USING btree (vendor, created_at DESC, dpr_id DESC);
CREATE INDEX dpr_questions__of_request ON public.dpr_questions USING btree (dpr_id, id);
CREATE INDEX dprs__listing ON public.dprs USING btree (listing_id, created_at DESC, id DESC) WHERE (listing_id IS NOT NULL);
CREATE INDEX dprs__market_budget_high ON public.dprs USING btree (budget_max_cents DESC, id DESC) INCLUDE (budget_min_cents, timeline_days, category, closes_at) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_budget_low ON public.dprs USING btree (budget_min_cents, id) INCLUDE (budget_max_cents, timeline_days, category, closes_at) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_category_budget_high ON public.dprs USING btree (category, budget_max_cents DESC, id DESC) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_category_budget_low ON public.dprs USING btree (category, budget_min_cents, id) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_category_deadline ON public.dprs USING btree (category, closes_at, id) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_category_newest ON public.dprs USING btree (category, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_category_offers ON public.dprs USING btree (category, offers_count DESC, id DESC) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_deadline ON public.dprs USING btree (closes_at, id) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_filters ON public.dprs USING btree (category, timeline_days, budget_min_cents, budget_max_cents, closes_at) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_newest ON public.dprs USING btree (created_at DESC, id DESC) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_offers ON public.dprs USING btree (offers_count DESC, id DESC) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_privacy ON public.dprs USING btree (privacy_level, closes_at) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_search ON public.dprs USING gin (search) WITH (fastupdate=off) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__market_timeline ON public.dprs USING btree (timeline_days, closes_at) WHERE (status = ANY (ARRAY['awaiting_offers'::text, 'open'::text]));
CREATE INDEX dprs__own ON public.dprs USING btree (client, status, created_at DESC, id DESC);
CREATE INDEX dprs__own_budget_high ON public.dprs USING btree (client, budget_max_cents DESC, id DESC);
CREATE INDEX dprs__own_budget_low ON public.dprs USING btree (client, budget_min_cents, id);
CREATE INDEX dprs__own_deadline ON public.dprs USING btree (client, closes_at, id);
CREATE INDEX dprs__own_newest ON public.dprs USING btree (client, created_at DESC, id DESC);
CREATE INDEX dprs__own_offers ON public.dprs USING btree (client, offers_count DESC, id DESC);
CREATE INDEX dprs__posted ON public.dprs USING btree (created_at) WHERE ((listing_id IS NULL) AND (subscription_id IS NULL));
CREATE INDEX dprs__search ON public.dprs USING gin (lower((' '::text || ((((id || ' '::text) || title) || ' '::text) || client_name))) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX dprs__subscription ON public.dprs USING btree (subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX invitations__address ON public.invitations USING btree (email) WHERE (accepted_at IS NULL);
CREATE INDEX invitations__invited_by ON public.invitations USING btree (invited_by);
CREATE INDEX invitations__open ON public.invitations USING btree (organization, sent_at DESC, id DESC) WHERE (accepted_at IS NULL);
CREATE INDEX invoices__credits ON public.invoices USING btree (credits) WHERE (credits IS NOT NULL);
CREATE INDEX invoices__of_charge ON public.invoices USING btree (charge_id) WHERE (charge_id IS NOT NULL);
CREATE INDEX invoices__of_contract ON public.invoices USING btree (contract_id, organization, issued_at DESC, number DESC);
CREATE INDEX invoices__of_entry ON public.invoices USING btree (entry_id);
CREATE INDEX invoices__of_organization ON public.invoices USING btree (organization, issued_at DESC, number DESC);
CREATE UNIQUE INDEX invoices__one_per_charge ON public.invoices USING btree (charge_id) WHERE ((kind = 'invoice'::text) AND (state <> 'void'::text));
CREATE UNIQUE INDEX invoices__one_per_payment ON public.invoices USING btree (payment_id, kind) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX invoices__one_per_release ON public.invoices USING btree (entry_id) WHERE (kind = 'statement'::text);
CREATE INDEX legal_acceptances__organization ON public.legal_acceptances USING btree (organization, at DESC, id DESC);
CREATE INDEX legal_acceptances__person ON public.legal_acceptances USING btree (user_id, at DESC, id DESC);
CREATE INDEX legal_acceptances__version ON public.legal_acceptances USING btree (user_id, document, version);
CREATE INDEX legal_versions__newest ON public.legal_versions USING btree (document, published_at DESC, version DESC);
CREATE INDEX licenses__client ON public.licenses USING btree (client);
CREATE INDEX licenses__of_contract ON public.licenses USING btree (contract_id, issued_at DESC);
CREATE INDEX licenses__vendor ON public.licenses USING btree (vendor);
CREATE INDEX listing_revisions__accuracy ON public.listing_revisions USING btree (accuracy_tenths DESC, listing_id DESC) WHERE is_live;
CREATE INDEX listing_revisions__columns ON public.listing_revisions USING gin (column_names) WHERE is_live;
CREATE INDEX listing_revisions__delivery ON public.listing_revisions USING btree (delivery_id);
CREATE INDEX listing_revisions__epsilon ON public.listing_revisions USING btree (epsilon) WHERE is_live;
CREATE INDEX listing_revisions__newest ON public.listing_revisions USING btree (published_at DESC, listing_id DESC) WHERE is_live;
CREATE INDEX listing_revisions__newest_of_category ON public.listing_revisions USING btree (category, published_at DESC, listing_id DESC) WHERE is_live;
CREATE INDEX listing_revisions__price ON public.listing_revisions USING btree (lowest_price_cents, listing_id) WHERE is_live;
CREATE INDEX listing_revisions__published_by ON public.listing_revisions USING btree (published_by) WHERE (published_by IS NOT NULL);
CREATE INDEX listing_revisions__records ON public.listing_revisions USING btree (records DESC, listing_id DESC) WHERE is_live;
CREATE INDEX listing_revisions__search ON public.listing_revisions USING gin (search) WHERE is_live;
CREATE INDEX listing_revisions__vendor ON public.listing_revisions USING btree (vendor);
CREATE UNIQUE INDEX listing_revisions__live ON public.listing_revisions USING btree (listing_id) WHERE is_live;
CREATE INDEX listings__created_by ON public.listings USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX listings__delivery ON public.listings USING btree (delivery_id);
CREATE INDEX listings__of_vendor ON public.listings USING btree (vendor, created_at DESC, id DESC);
CREATE UNIQUE INDEX listings__one_of_a_delivery ON public.listings USING btree (delivery_id) WHERE (status <> 'withdrawn'::text);
CREATE INDEX measured_twins__of_vendor ON public.measured_twins USING btree (vendor, created_at DESC, delivery_id DESC);
CREATE INDEX message_attachments__kept ON public.message_attachments USING btree (organization) INCLUDE (bytes);
CREATE INDEX message_attachments__of_message ON public.message_attachments USING btree (message_id);
CREATE INDEX message_attachments__unsent ON public.message_attachments USING btree (created_at) WHERE (message_id IS NULL);
CREATE INDEX message_attachments__unsent_by ON public.message_attachments USING btree (uploaded_by) WHERE (message_id IS NULL);
CREATE INDEX messages__sent_by ON public.messages USING btree (user_id, created_at DESC);
CREATE INDEX messages__thread ON public.messages USING btree (conversation_id, id DESC);
CREATE UNIQUE INDEX messages__sent_once ON public.messages USING btree (conversation_id, user_id, key) WHERE (key IS NOT NULL);
CREATE INDEX notifications__own ON public.notifications USING btree (user_id, id DESC);
CREATE INDEX offer_previews__client ON public.offer_previews USING btree (client);
CREATE INDEX offer_previews__recognized ON public.offer_previews USING btree (recognized_source) WHERE (recognized_source IS NOT NULL);
CREATE INDEX offer_previews__vendor ON public.offer_previews USING btree (vendor);
CREATE INDEX offer_views__of_user ON public.offer_views USING btree (user_id);
CREATE INDEX offer_views__of_vendor ON public.offer_views USING btree (vendor, day);
CREATE INDEX offers__decided ON public.offers USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX offers__live_by_price ON public.offers USING btree (dpr_id, price_cents, id) WHERE (status <> 'rejected'::text);
CREATE INDEX offers__live_by_time ON public.offers USING btree (dpr_id, timeline_days, id) WHERE (status <> 'rejected'::text);
CREATE INDEX offers__of_pair ON public.offers USING btree (dpr_id, vendor, created_at DESC, id DESC);
CREATE INDEX offers__of_request ON public.offers USING btree (dpr_id, created_at DESC, id DESC);
CREATE INDEX offers__received ON public.offers USING btree (client, created_at DESC, id DESC);
CREATE INDEX offers__received_by_status ON public.offers USING btree (client, status, created_at DESC, id DESC);
CREATE INDEX offers__sent ON public.offers USING btree (vendor, created_at DESC, id DESC);
CREATE INDEX offers__sent_by_status ON public.offers USING btree (vendor, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX offers__one_accepted ON public.offers USING btree (dpr_id) WHERE (status = 'accepted'::text);
CREATE UNIQUE INDEX offers__one_live_per_vendor ON public.offers USING btree (dpr_id, vendor) WHERE (status <> 'rejected'::text);
CREATE INDEX organizations__by_email ON public.organizations USING btree (lower(email));
CREATE INDEX organizations__by_name ON public.organizations USING btree (lower(name), id) WHERE is_active;
CREATE INDEX organizations__samples ON public.organizations USING btree (id) WHERE is_sample;
CREATE INDEX organizations__search ON public.organizations USING gin (lower((' '::text || ((((organization_id || ' '::text) || name) || ' '::text) || email))) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX organizations__status_changed_by ON public.organizations USING btree (status_changed_by);
CREATE INDEX organizations__vendors ON public.organizations USING btree (industry, id DESC) WHERE (is_vendor AND is_active);
CREATE INDEX payment_methods__authorized_by ON public.payment_methods USING btree (authorized_by);
CREATE INDEX payments__of_client ON public.payments USING btree (client, created_at DESC, id DESC);
CREATE INDEX payments__of_contract ON public.payments USING btree (contract_id, id DESC);
CREATE INDEX payments__search ON public.payments USING gin (lower((' '::text || (((((id)::text || ' '::text) || contract_id) || ' '::text) || account_holder))) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE UNIQUE INDEX payments__one_live ON public.payments USING btree (contract_id) WHERE (state = 'submitted'::text);
CREATE UNIQUE INDEX payout_items__paid_once ON public.payout_items USING btree (entry_id, leg) WHERE (NOT is_ended);
CREATE INDEX payout_settings__updated_by ON public.payout_settings USING btree (updated_by);
CREATE INDEX payouts__need_attention ON public.payouts USING btree (created_at DESC, id DESC) WHERE (state = 'needs_attention'::text);
CREATE INDEX payouts__of_vendor ON public.payouts USING btree (vendor, created_at DESC, id DESC);
CREATE UNIQUE INDEX payouts__one_live ON public.payouts USING btree (vendor) WHERE (state = ANY (ARRAY['submitted'::text, 'failed'::text, 'needs_attention'::text]));
CREATE INDEX presence__of_organization ON public.presence USING btree (organization, online_until DESC);
CREATE INDEX presence__online ON public.presence USING btree (online_until);
CREATE INDEX profiles__members ON public.profiles USING btree (organization, membership, joined_at DESC, user_id DESC);
CREATE INDEX profiles__search ON public.profiles USING gin (lower((' '::text || (((((((user_id)::text || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || email))) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX proposals__of_offer ON public.proposals USING btree (offer_id, id);
CREATE INDEX proposals__pending_of_client ON public.proposals USING btree (client, created_at) WHERE (status = 'pending'::text);
CREATE INDEX proposals__pending_of_vendor ON public.proposals USING btree (vendor, created_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX proposals__one_pending ON public.proposals USING btree (offer_id) WHERE (status = 'pending'::text);
CREATE INDEX refunds__of_client ON public.refunds USING btree (client, created_at DESC, id DESC);
CREATE INDEX refunds__of_contract ON public.refunds USING btree (contract_id, id DESC);
CREATE INDEX refunds__of_entry ON public.refunds USING btree (entry_id);
CREATE INDEX refunds__of_payment ON public.refunds USING btree (payment_id);
CREATE INDEX reviews__of_vendor ON public.reviews USING btree (vendor, id DESC);
CREATE INDEX row_draws__asked_by ON public.row_draws USING btree (asked_by) WHERE (asked_by IS NOT NULL);
CREATE INDEX row_draws__client ON public.row_draws USING btree (client);
CREATE INDEX row_draws__delivery ON public.row_draws USING btree (delivery_id);
CREATE INDEX row_draws__of_contract ON public.row_draws USING btree (contract_id, created_at DESC, id DESC);
CREATE INDEX row_draws__vendor ON public.row_draws USING btree (vendor);
CREATE UNIQUE INDEX row_draws__open ON public.row_draws USING btree (contract_id) WHERE (status = 'queued'::text);
CREATE INDEX saved_searches__alerting ON public.saved_searches USING btree (category, id) WHERE alerts;
CREATE INDEX saved_searches__own ON public.saved_searches USING btree (user_id, id DESC);
CREATE INDEX source_spendings__deal ON public.source_spendings USING btree (deal, created_at DESC);
CREATE INDEX source_spendings__drawn_from ON public.source_spendings USING btree (drawn_from) WHERE (drawn_from IS NOT NULL);
CREATE INDEX source_spendings__source ON public.source_spendings USING btree (source_id, created_at DESC, id DESC);
CREATE INDEX source_spendings__subject ON public.source_spendings USING btree (subject);
CREATE INDEX source_spendings__vendor ON public.source_spendings USING btree (vendor);
CREATE UNIQUE INDEX source_spendings__one_open ON public.source_spendings USING btree (purpose, subject) WHERE (state = 'reserved'::text);
CREATE INDEX sources__newest ON public.sources USING btree (vendor, created_at DESC, id DESC);
CREATE INDEX subscription_charges__of_organization ON public.subscription_charges USING btree (organization, period_end DESC, id DESC);
CREATE INDEX subscription_charges__retries ON public.subscription_charges USING btree (retry_at) WHERE (retry_at IS NOT NULL);
CREATE INDEX subscription_charges__unpaid ON public.subscription_charges USING btree (organization) WHERE (state = ANY (ARRAY['failed'::text, 'returned'::text]));
CREATE INDEX subscriptions__due ON public.subscriptions USING btree (period_end, organization);
CREATE INDEX support_messages__of_ticket ON public.support_messages USING btree (ticket_id, id);
CREATE INDEX support_tickets__assigned ON public.support_tickets USING btree (assigned_to, status, urgency, updated_at, id);
CREATE INDEX support_tickets__closed ON public.support_tickets USING btree (updated_at DESC, id DESC) WHERE (status = 'closed'::text);
CREATE INDEX support_tickets__closed_with_vendors ON public.support_tickets USING btree (updated_at DESC, id DESC) WHERE ((status = 'closed'::text) AND (vendor IS NOT NULL) AND (escalated_at IS NULL));
CREATE INDEX support_tickets__own ON public.support_tickets USING btree (user_id, updated_at DESC, id DESC);
CREATE INDEX support_tickets__queue ON public.support_tickets USING btree (status, urgency, updated_at, id);
CREATE INDEX support_tickets__received ON public.support_tickets USING btree (vendor, updated_at DESC, id DESC) WHERE (vendor IS NOT NULL);
CREATE INDEX support_tickets__search ON public.support_tickets USING gin (lower((' '::text || ((((((((id || ' '::text) || subject) || ' '::text) || name) || ' '::text) || email) || ' '::text) || COALESCE(contract_id, ''::text)))) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX support_tickets__with_vendors ON public.support_tickets USING btree (status, urgency, updated_at, id) WHERE ((vendor IS NOT NULL) AND (escalated_at IS NULL));
CREATE INDEX tranches__due ON public.tranches USING btree (release_at) WHERE ((state = 'held'::text) AND (release_at IS NOT NULL));
CREATE INDEX uploads__of_contract ON public.uploads USING btree (contract_id);
CREATE INDEX uploads__of_delivery ON public.uploads USING btree (delivery_id);
CREATE INDEX uploads__of_organization ON public.uploads USING btree (organization);
CREATE INDEX uploads__present ON public.uploads USING btree (created_at) WHERE (state <> 'removed'::text);
CREATE UNIQUE INDEX uploads__names ON public.uploads USING btree (delivery_id, file_name) WHERE (state = 'open'::text);
CREATE INDEX user_roles__staff ON public.user_roles USING btree (user_id) WHERE (role = 'super_admin'::text);
CREATE INDEX vendor_records__of_category ON public.vendor_records USING btree (category, completed DESC, vendor);
CREATE INDEX checkpoints__published ON transparency.checkpoints USING btree (log, size DESC) WHERE (published_at IS NOT NULL);
CREATE INDEX cosignatures__of_witness ON transparency.cosignatures USING btree (log, witness, size DESC);
CREATE INDEX deals__client ON transparency.deals USING btree (client);
CREATE INDEX deals__vendor ON transparency.deals USING btree (vendor);
CREATE UNIQUE INDEX logs__one_signs ON transparency.logs USING btree ((true)) WHERE (closed_at IS NULL);
CREATE INDEX openings__erased ON transparency.openings USING btree (id) WHERE (erased_at IS NOT NULL);
CREATE INDEX openings__names ON transparency.openings USING gin (names) WHERE (erased_at IS NULL);

-- Functions

CREATE OR REPLACE FUNCTION app.acknowledge_application()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  perform app.add_job_at('application.acknowledge', json_build_object('id', new.id), null, 10, null, null);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.add_job(name text, payload json, queue text, attempts integer, key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ select graphile_worker.add_job(name, payload, queue_name => queue, max_attempts => attempts, job_key => key) $function$
;
CREATE OR REPLACE FUNCTION app.add_job_at(name text, payload json, queue text, attempts integer, key text, run_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ select graphile_worker.add_job(name, payload, queue_name => queue, max_attempts => attempts, job_key => key, run_at => run_at) $function$
;
CREATE OR REPLACE FUNCTION app.admin_org_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN ((app.claims() ->> 'admin_org_id'::text))::uuid
;
CREATE OR REPLACE FUNCTION app.announce_access(audience json)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ select pg_notify('semblance_signals', json_build_object('audience', audience, 'event', json_build_object('topic', 'access.changed'))::text) $function$
;
CREATE OR REPLACE FUNCTION app.announce_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if current_setting('semblance.announces_after_commit', true) is distinct from 'on' then
    notify semblance_events;
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.announce_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  perform app.announce_access(json_build_object('organization', old.id));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.announce_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  perform app.announce_access(json_build_object('userId', old.user_id));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.audit_content(p_seq bigint)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
AS $function$
  select convert_to(jsonb_build_array('audit', seq, extract(epoch from at), actor, action, object, detail)::text, 'UTF8')
  from app.audit_log where seq = p_seq
$function$
;
CREATE OR REPLACE FUNCTION app.business_days_after(start timestamp with time zone, days integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog'
AS $function$
  select start + make_interval(days => (
    select d from generate_series(1, days * 2 + 5) d
    where extract(isodow from (start at time zone 'UTC') + make_interval(days => d)) < 6
    order by d offset days - 1 limit 1))
$function$
;
CREATE OR REPLACE FUNCTION app.cancel_job(p_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  perform from graphile_worker._private_jobs where id = p_id and locked_at is null for update;
  if not found then
    return false;
  end if;
  perform graphile_worker.complete_jobs(array[p_id]);
  return true;
end $function$
;
CREATE OR REPLACE FUNCTION app.claims()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (COALESCE(NULLIF(current_setting('request.jwt.claims'::text, true), ''::text), '{}'::text))::jsonb
;
CREATE OR REPLACE FUNCTION app.column_words(names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN replace(array_to_string(names, ' '::text), '_'::text, ' '::text)
;
CREATE OR REPLACE FUNCTION app.completed_contracts(company uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
RETURN (SELECT (COALESCE(sum(r.completed), (0)::bigint))::integer AS "coalesce" FROM vendor_records r WHERE (r.vendor = completed_contracts.company))
;
CREATE OR REPLACE FUNCTION app.contract_columns(content jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN ARRAY(SELECT (jsonb_path_query(content, '$."schema"[*]."properties"[*]."name"'::jsonpath) #>> '{}'::text[]))
;
CREATE OR REPLACE FUNCTION app.contract_releases(contract text)
 RETURNS TABLE(entry_id uuid, amount_cents bigint, fee_cents bigint, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select e.id, m.price, m.fee, e.effective_at
  from public.contracts k
  join ledger.entry e on e.contract_id = k.id
  cross join lateral (
    select coalesce(sum(m.amount) filter (where cr.kind = 'payable' and dr.kind in ('escrow', 'escrow_frozen')), 0)::bigint as price,
      coalesce(sum(m.amount) filter (where cr.kind = 'fee_revenue' and dr.kind = 'fee_deferred'), 0)::bigint as fee
    from ledger.movement m join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
    where m.entry_id = e.id) m
  where k.id = contract and m.price > 0
    and (current_setting('role') = 'semblance_system' or app.is_staff()
      or k.client = any (app.org_ids()::uuid[]) or k.vendor = any (app.org_ids()::uuid[]))
$function$
;
CREATE OR REPLACE FUNCTION app.copy_client_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  new.client_name := (select o.name from public.organizations o where o.id = new.client);
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION app.copy_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  new.title := (select d.title from public.dprs d where d.id = new.dpr_id);
  new.client_sort := (select lower(o.name) from public.organizations o where o.id = new.client);
  new.vendor_sort := (select lower(o.name) from public.organizations o where o.id = new.vendor);
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION app.count_completed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  insert into public.vendor_records as r (vendor, category, completed, on_time, price_cents_sum)
  select new.vendor, d.category, 1,
    coalesce((new.delivered_at <= app.delivery_due(new, new.delivered_at))::integer, 0), new.price_cents
  from public.dprs d where d.id = new.dpr_id and d.listing_id is null
  on conflict (vendor, category) do update set completed = r.completed + 1, on_time = r.on_time + excluded.on_time,
    price_cents_sum = r.price_cents_sum + excluded.price_cents_sum;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.count_stars()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if exists (select from public.contracts k join public.dprs d on d.id = k.dpr_id
    where k.id = new.contract_id and d.listing_id is not null) then
    return null;
  end if;
  insert into public.company_ratings (company) values (new.vendor) on conflict do nothing;
  update public.company_ratings set stars[new.rating] = stars[new.rating] + 1 where company = new.vendor;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.delivery_due(k contracts, p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
AS $function$ select k.funded_at + k.timeline_days * interval '1 day' + k.held_ms * interval '1 millisecond'
    + greatest(p_at - coalesce(k.held_since, p_at), interval '0') $function$
;
CREATE OR REPLACE FUNCTION app.destroy_document_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  update app.blob_keys set wrapped_key = null, destroyed_at = now()
    where id = old.key_id and wrapped_key is not null;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.exhaust_job(p_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ update graphile_worker._private_jobs set attempts = max_attempts where id = p_id $function$
;
CREATE OR REPLACE FUNCTION app.forget_acceptor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.user_id is null then
    new.session_id := null;
    new.address := null;
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION app.forget_consenter()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.user_id is null then
    new.session_id := null;
    new.key_id := null;
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION app.give_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  new.slug := app.slug_of(new.name);
  if exists (select from public.organizations o where o.slug = new.slug) then
    new.slug := new.slug || '-' || right(replace(new.id::text, '-', ''), 6);
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION app.has_proven_contact(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
RETURN COALESCE((SELECT ((u.email_confirmed_at IS NOT NULL) OR (u.phone_confirmed_at IS NOT NULL)) FROM auth.users u WHERE (u.id = has_proven_contact.account)), false)
;
CREATE OR REPLACE FUNCTION app.is_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE(((app.claims() ->> 'is_staff'::text))::boolean, false)
;
CREATE OR REPLACE FUNCTION app.looked_up_organization_id()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN NULLIF(current_setting('request.organization_id'::text, true), ''::text)
;
CREATE OR REPLACE FUNCTION app.mark_contract_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  update public.contracts k set held_since = case when tg_op = 'DELETE' then null else new.held_at end
  from public.deliveries d
  where d.id = case when tg_op = 'DELETE' then old.delivery_id else new.delivery_id end and k.id = d.contract_id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.market_query(search text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog'
AS $function$
    select case
      when search !~ '(^|\s)[^-"\s]\S*[[:alnum:]]$' or (length(search) - length(replace(search, '"', ''))) % 2 = 1 then words
      when numnode(words) = 0 then to_tsquery('simple', quote_literal(substring(search from '[[:alnum:]]+$')) || ':*')
      else (words::text || case when right(words::text, 1) = '''' then ':*' else '' end)::tsquery
    end
    from (select websearch_to_tsquery('english', search) as words) typed
  $function$
;
CREATE OR REPLACE FUNCTION app.may(wanted text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE(((app.claims() -> 'may'::text) ?| wanted), true)
;
CREATE OR REPLACE FUNCTION app.next_invoice_number(p_series text, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  v_year integer := extract(year from p_at at time zone 'UTC');
  v_last integer;
begin
  insert into app.invoice_numbers as n (series, year, last) values (p_series, v_year, 1)
    on conflict (series, year) do update set last = n.last + 1 returning n.last into v_last;
  return format('%s-%s-%s', p_series, v_year, lpad(v_last::text, greatest(6, length(v_last::text)), '0'));
end $function$
;
CREATE OR REPLACE FUNCTION app.open_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  insert into public.conversations (dpr_id, client, vendor) values (new.dpr_id, new.client, new.vendor)
  on conflict do nothing;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.org_ids()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
RETURN ARRAY(SELECT (jsonb_array_elements_text(COALESCE((app.claims() -> 'org_ids'::text), '[]'::jsonb)))::uuid AS jsonb_array_elements_text)
;
CREATE OR REPLACE FUNCTION app.postpone_job(p_id bigint, p_run_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0),
    run_at = p_run_at - exp(least(greatest(attempts - 1, 0), 10)) * interval '1 second' where id = p_id $function$
;
CREATE OR REPLACE FUNCTION app.queue_is_ready()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ select exists (select from graphile_worker.migrations) $function$
;
CREATE OR REPLACE FUNCTION app.rating(company uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
RETURN (SELECT round(((((((r.stars[1] + (2 * r.stars[2])) + (3 * r.stars[3])) + (4 * r.stars[4])) + (5 * r.stars[5])))::numeric / (NULLIF(((((r.stars[1] + r.stars[2]) + r.stars[3]) + r.stars[4]) + r.stars[5]), 0))::numeric), 1) AS round FROM company_ratings r WHERE (r.company = rating.company))
;
CREATE OR REPLACE FUNCTION app.rename_client()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  update public.dprs set client_name = new.name where client = new.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.rename_party()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  update public.conversations set client_sort = lower(new.name) where client = new.id;
  update public.conversations set vendor_sort = lower(new.name) where vendor = new.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.retry_job(p_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  perform from graphile_worker._private_jobs where id = p_id and locked_at is null and attempts > 0 for update;
  if not found then
    return false;
  end if;
  perform graphile_worker.reschedule_jobs(array[p_id], run_at => now(), attempts => 0);
  return true;
end $function$
;
CREATE OR REPLACE FUNCTION app.slug_of(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog'
RETURN COALESCE(NULLIF(TRIM(BOTH '-'::text FROM regexp_replace(lower(name), '[^a-z0-9]+'::text, '-'::text, 'g'::text)), ''::text), 'company'::text)
;
CREATE OR REPLACE FUNCTION app.takes_offers(dpr_id text, client uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
RETURN (EXISTS (SELECT FROM dprs d WHERE ((d.id = takes_offers.dpr_id) AND (d.client = takes_offers.client) AND (d.status = ANY (ARRAY['awaiting_offers'::text, 'open'::text])))))
;
CREATE OR REPLACE FUNCTION app.tell_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  insert into app.events (user_id, topic, payload)
    select user_id, 'staff.changed', '{}' from public.user_roles where role = 'super_admin';
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION app.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN ((app.claims() ->> 'sub'::text))::uuid
;
CREATE OR REPLACE FUNCTION app.user_of_session(session uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
RETURN (SELECT s.user_id FROM auth.sessions s WHERE ((s.id = user_of_session.session) AND COALESCE((s.ends_at > now()), true)))
;
CREATE OR REPLACE FUNCTION ledger.entry_content(p_entry uuid)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
AS $function$
  select convert_to(jsonb_build_array('entry', e.id, e.org_id, e.idem_key, encode(e.request_hash, 'hex'), e.kind, e.contract_id,
    extract(epoch from e.effective_at), extract(epoch from e.recorded_at),
    (select jsonb_agg(jsonb_build_array(m.leg, dr.code, cr.code, m.amount) order by m.leg)
      from ledger.movement m join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
      where m.entry_id = e.id))::text, 'UTF8')
  from ledger.entry e where e.id = p_entry
$function$
;
CREATE OR REPLACE FUNCTION ledger.fold()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  v_horizon xid8 := pg_snapshot_xmin(pg_current_snapshot()); -- no transaction before it can still write
begin
  perform pg_advisory_xact_lock(7361003); -- one at a time, so that folded_to never goes back
  update ledger.balance b set folded_to = v_horizon,
    debits = b.debits + (select coalesce(sum(m.amount), 0) from ledger.movement m
      where m.dr = b.account_id and m.dr_version is null and m.xact >= b.folded_to and m.xact < v_horizon),
    credits = b.credits + (select coalesce(sum(m.amount), 0) from ledger.movement m
      where m.cr = b.account_id and m.cr_version is null and m.xact >= b.folded_to and m.xact < v_horizon)
  where b.folded_to < v_horizon;
end $function$
;
CREATE OR REPLACE FUNCTION ledger.forbid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  raise exception 'ledger.% is append-only', tg_table_name using errcode = '23L01';
end $function$
;
CREATE OR REPLACE FUNCTION ledger.open_account(p_code text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  v_chart ledger.chart;
  v_subject text := substring(p_code from ':(.+)$');
  v_id bigint;
begin
  select * into v_chart from ledger.chart where kind = split_part(p_code, ':', 1);
  if not found or (v_subject is null) <> (v_chart.subject = 'platform') then
    raise exception 'no such account: %', p_code using errcode = '23L03';
  end if;
  insert into ledger.account (code, kind, contract_id, org_id) values (
    p_code, v_chart.kind,
    case when v_chart.subject = 'contract' then v_subject end,
    case when v_chart.subject = 'organization' then v_subject::uuid end)
    on conflict (code) do nothing returning id into v_id;
  if v_id is not null then
    insert into ledger.balance (account_id, normal, folded_to)
      values (v_id, v_chart.normal, case when v_chart.mode = 'deferred' then xid8 '0' end);
  end if;
end $function$
;
CREATE OR REPLACE FUNCTION ledger.open_accounts(p_legs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  v_code text;
begin
  -- Sorted, so that two posts that open the same ones never wait for each other.
  for v_code in
    select l.value ->> 'dr' as code from jsonb_array_elements(p_legs) l union select l.value ->> 'cr' from jsonb_array_elements(p_legs) l
    order by code
  loop
    if not exists (select from ledger.account a where a.code = v_code) then
      perform ledger.open_account(v_code);
    end if;
  end loop;
end $function$
;
CREATE OR REPLACE FUNCTION ledger.post(p_org uuid, p_key text, p_kind text, p_contract text, p_effective_at timestamp with time zone, p_legs jsonb)
 RETURNS TABLE(entry_id uuid, replayed boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  v_hash bytea := sha256(convert_to(jsonb_build_array(p_kind, p_contract, p_legs)::text, 'UTF8'));
  v_known_hash bytea;
  v_dr bigint[];
  v_cr bigint[];
  v_amount bigint[];
  v_dr_version bigint;
  v_dr_after bigint;
  v_cr_version bigint;
  v_cr_after bigint;
begin
  insert into ledger.entry (org_id, idem_key, request_hash, kind, contract_id, effective_at)
    values (p_org, p_key, v_hash, p_kind, p_contract, p_effective_at)
    on conflict (org_id, idem_key) do nothing returning id into entry_id;
  replayed := entry_id is null;
  if replayed then
    select e.id, e.request_hash into strict entry_id, v_known_hash from ledger.entry e
      where e.idem_key = p_key and (e.org_id = p_org or (p_org is null and e.org_id is null));
    if v_known_hash <> v_hash then
      raise exception 'this key was used for another entry' using errcode = '23L04', constraint = 'entry__one_body_per_key';
    end if;
    return next;
    return;
  end if;
  insert into ledger.outbox (entry_id, topic) values (entry_id, 'ledger.' || p_kind);

  for v_try in 1..2 loop
    select array_agg(dr.id order by l.ordinality), array_agg(cr.id order by l.ordinality),
      array_agg((l.value ->> 'amount')::bigint order by l.ordinality)
    into v_dr, v_cr, v_amount
    from jsonb_array_elements(p_legs) with ordinality l
    left join ledger.account dr on dr.code = l.value ->> 'dr'
    left join ledger.account cr on cr.code = l.value ->> 'cr';
    if v_dr is null then
      raise exception 'an entry needs legs' using errcode = '23L03';
    end if;
    exit when array_position(v_dr || v_cr, null) is null;
    perform ledger.open_accounts(p_legs);
  end loop;

  -- Sorted, so that two posts never wait for each other.
  perform from ledger.balance b where b.account_id = any (v_dr || v_cr) and b.folded_to is null
    order by b.account_id for no key update;
  for v_leg in 1..cardinality(v_dr) loop
    update ledger.balance b set debits = b.debits + v_amount[v_leg], version = b.version + 1
      where b.account_id = v_dr[v_leg] and b.folded_to is null
      returning b.version, b.normal * (b.debits - b.credits) into v_dr_version, v_dr_after;
    update ledger.balance b set credits = b.credits + v_amount[v_leg], version = b.version + 1
      where b.account_id = v_cr[v_leg] and b.folded_to is null
      returning b.version, b.normal * (b.debits - b.credits) into v_cr_version, v_cr_after;
    insert into ledger.movement (entry_id, leg, dr, cr, amount, dr_version, cr_version, dr_after, cr_after)
      values (post.entry_id, v_leg, v_dr[v_leg], v_cr[v_leg], v_amount[v_leg], v_dr_version, v_cr_version, v_dr_after, v_cr_after);
  end loop;
  return next;
end $function$
;
CREATE OR REPLACE FUNCTION ledger.refuse_late_legs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if exists (select from new_legs l join ledger.entry e on e.id = l.entry_id where e.xact <> pg_current_xact_id()) then
    raise exception 'this ledger entry is sealed' using errcode = '23L02';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION ledger.refuse_unversioned()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if exists (select from new_legs l join ledger.balance b on b.account_id in (l.dr, l.cr)
    where (case b.account_id when l.dr then l.dr_version else l.cr_version end is null) <> (b.folded_to is not null)) then
    raise exception 'a leg does not fit the mode of its account' using errcode = '23L05';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION transparency.forbid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  raise exception 'the log is append-only' using errcode = '42501';
end $function$
;

-- Triggers

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON app.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION ledger.forbid();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON app.audit_log FOR EACH STATEMENT EXECUTE FUNCTION ledger.forbid();
CREATE TRIGGER destroy_document_key AFTER DELETE ON app.documents FOR EACH ROW EXECUTE FUNCTION app.destroy_document_key();
CREATE TRIGGER tell_staff AFTER INSERT OR DELETE ON app.documents FOR EACH STATEMENT EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER announce AFTER INSERT ON app.events FOR EACH STATEMENT EXECUTE FUNCTION app.announce_events();
CREATE TRIGGER mark_contract_held AFTER INSERT OR DELETE OR UPDATE ON app.held_deliveries FOR EACH ROW EXECUTE FUNCTION app.mark_contract_held();
CREATE TRIGGER tell_staff AFTER INSERT OR DELETE ON app.held_deliveries FOR EACH STATEMENT EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER tell_staff_of_mail AFTER UPDATE OF failed_at ON app.mails FOR EACH ROW WHEN (((old.failed_at IS NULL) <> (new.failed_at IS NULL))) EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER tell_staff_of_returned_mail AFTER UPDATE OF returned_at ON app.mails FOR EACH ROW WHEN (((old.returned_at IS NULL) <> (new.returned_at IS NULL))) EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER tell_staff AFTER INSERT OR UPDATE OF state ON app.tax_forms FOR EACH STATEMENT EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER announce_end AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION app.announce_person();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.account FOR EACH STATEMENT EXECUTE FUNCTION ledger.forbid();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON ledger.balance FOR EACH STATEMENT EXECUTE FUNCTION ledger.forbid();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.forbid();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.movement FOR EACH STATEMENT EXECUTE FUNCTION ledger.forbid();
CREATE TRIGGER sealed AFTER INSERT ON ledger.movement REFERENCING NEW TABLE AS new_legs FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_late_legs();
CREATE TRIGGER versioned AFTER INSERT ON ledger.movement REFERENCING NEW TABLE AS new_legs FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unversioned();
CREATE TRIGGER tell_staff AFTER INSERT OR UPDATE OF state ON public.adjustments FOR EACH STATEMENT EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER forget_consenter BEFORE UPDATE OF user_id ON public.agreement_consents FOR EACH ROW EXECUTE FUNCTION app.forget_consenter();
CREATE TRIGGER tell_staff AFTER INSERT OR UPDATE OF state ON public.bank_statement_breaks FOR EACH STATEMENT EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER acknowledge AFTER INSERT ON public.business_applications FOR EACH ROW WHEN ((new.created_at = now())) EXECUTE FUNCTION app.acknowledge_application();
CREATE TRIGGER tell_staff AFTER INSERT OR UPDATE OF status ON public.business_applications FOR EACH STATEMENT EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER count_completed AFTER UPDATE OF status ON public.contracts FOR EACH ROW WHEN (((new.status = 'completed'::text) AND (old.status <> 'completed'::text))) EXECUTE FUNCTION app.count_completed();
CREATE TRIGGER copy_names BEFORE INSERT ON public.conversations FOR EACH ROW EXECUTE FUNCTION app.copy_names();
CREATE TRIGGER tell_staff AFTER INSERT OR UPDATE OF status ON public.dispute_rulings FOR EACH STATEMENT EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER tell_staff AFTER INSERT OR UPDATE OF status ON public.disputes FOR EACH STATEMENT EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER open_conversation AFTER INSERT ON public.dpr_invitations FOR EACH ROW EXECUTE FUNCTION app.open_conversation();
CREATE TRIGGER copy_client_name BEFORE INSERT ON public.dprs FOR EACH ROW EXECUTE FUNCTION app.copy_client_name();
CREATE TRIGGER forget_acceptor BEFORE UPDATE OF user_id ON public.legal_acceptances FOR EACH ROW EXECUTE FUNCTION app.forget_acceptor();
CREATE TRIGGER open_conversation AFTER INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION app.open_conversation();
CREATE TRIGGER announce_status AFTER UPDATE OF is_active ON public.organizations FOR EACH ROW WHEN ((old.is_active IS DISTINCT FROM new.is_active)) EXECUTE FUNCTION app.announce_organization();
CREATE TRIGGER give_slug BEFORE INSERT ON public.organizations FOR EACH ROW EXECUTE FUNCTION app.give_slug();
CREATE TRIGGER rename_client AFTER UPDATE OF name ON public.organizations FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION app.rename_client();
CREATE TRIGGER rename_party AFTER UPDATE OF name ON public.organizations FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION app.rename_party();
CREATE TRIGGER tell_staff_of_payout AFTER UPDATE OF state ON public.payouts FOR EACH ROW WHEN (((old.state = 'needs_attention'::text) <> (new.state = 'needs_attention'::text))) EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER announce_membership AFTER UPDATE OF membership, organization ON public.profiles FOR EACH ROW WHEN (((old.membership IS DISTINCT FROM new.membership) OR (old.organization IS DISTINCT FROM new.organization))) EXECUTE FUNCTION app.announce_person();
CREATE TRIGGER count_stars AFTER INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION app.count_stars();
CREATE TRIGGER tell_staff AFTER INSERT OR UPDATE OF status ON public.support_tickets FOR EACH STATEMENT EXECUTE FUNCTION app.tell_staff();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON transparency.checkpoints FOR EACH STATEMENT EXECUTE FUNCTION transparency.forbid();
CREATE TRIGGER only_published BEFORE UPDATE ON transparency.checkpoints FOR EACH ROW WHEN (((old.published_at IS NOT NULL) OR (((((old.log IS DISTINCT FROM new.log) OR (old.size IS DISTINCT FROM new.size)) OR (old.root IS DISTINCT FROM new.root)) OR (old.note IS DISTINCT FROM new.note)) OR (old.signed_at IS DISTINCT FROM new.signed_at)))) EXECUTE FUNCTION transparency.forbid();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency.cosignatures FOR EACH STATEMENT EXECUTE FUNCTION transparency.forbid();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency.leaves FOR EACH STATEMENT EXECUTE FUNCTION transparency.forbid();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON transparency.logs FOR EACH STATEMENT EXECUTE FUNCTION transparency.forbid();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON transparency.openings FOR EACH STATEMENT EXECUTE FUNCTION transparency.forbid();
CREATE TRIGGER only_erased BEFORE UPDATE ON transparency.openings FOR EACH ROW WHEN (((old.erased_at IS NOT NULL) OR (new.erased_at IS NULL) OR ((((old.id IS DISTINCT FROM new.id) OR (old.type IS DISTINCT FROM new.type)) OR (old.audience IS DISTINCT FROM new.audience)) OR (old.commitment IS DISTINCT FROM new.commitment)) OR ((((old.deal IS DISTINCT FROM new.deal) OR (old.seq IS DISTINCT FROM new.seq)) OR (old.audit_seq IS DISTINCT FROM new.audit_seq)) OR (old.entry_id IS DISTINCT FROM new.entry_id)))) EXECUTE FUNCTION transparency.forbid();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON transparency.tiles FOR EACH STATEMENT EXECUTE FUNCTION transparency.forbid();
CREATE TRIGGER only_grown BEFORE UPDATE ON transparency.tiles FOR EACH ROW WHEN (((((old.log IS DISTINCT FROM new.log) OR (old.level IS DISTINCT FROM new.level)) OR (old.index IS DISTINCT FROM new.index)) OR (substr(new.hashes, 1, length(old.hashes)) <> old.hashes))) EXECUTE FUNCTION transparency.forbid();

-- Row-level security

alter table app.answer_rules enable row level security;
alter table app.api_keys enable row level security;
alter table app.api_requests enable row level security;
alter table app.application_comparisons enable row level security;
alter table app.application_notes enable row level security;
alter table app.application_questions enable row level security;
alter table app.approval_decisions enable row level security;
alter table app.approval_links enable row level security;
alter table app.approval_stand_ins enable row level security;
alter table app.approvals enable row level security;
alter table app.audit_chain enable row level security;
alter table app.audit_log enable row level security;
alter table app.blob_keys enable row level security;
alter table app.certificate_keys enable row level security;
alter table app.claim_checks enable row level security;
alter table app.connected_deliveries enable row level security;
alter table app.connections enable row level security;
alter table app.data_keys enable row level security;
alter table app.delivery_keys enable row level security;
alter table app.delivery_models enable row level security;
alter table app.delivery_reviews enable row level security;
alter table app.destructions enable row level security;
alter table app.digests enable row level security;
alter table app.directory_group_members enable row level security;
alter table app.directory_groups enable row level security;
alter table app.directory_tokens enable row level security;
alter table app.directory_users enable row level security;
alter table app.documents enable row level security;
alter table app.events enable row level security;
alter table app.held_deliveries enable row level security;
alter table app.idempotency_keys enable row level security;
alter table app.incidents enable row level security;
alter table app.internal_reports enable row level security;
alter table app.invoice_numbers enable row level security;
alter table app.job_faults enable row level security;
alter table app.key_store enable row level security;
alter table app.limit_changes enable row level security;
alter table app.mails enable row level security;
alter table app.market_figures enable row level security;
alter table app.measurements enable row level security;
alter table app.member_limits enable row level security;
alter table app.offer_samples enable row level security;
alter table app.price_group_contracts enable row level security;
alter table app.price_groups enable row level security;
alter table app.purchase_references enable row level security;
alter table app.push_destinations enable row level security;
alter table app.push_subscriptions enable row level security;
alter table app.pushes enable row level security;
alter table app.refusing_addresses enable row level security;
alter table app.related_companies enable row level security;
alter table app.restores enable row level security;
alter table app.sample_resets enable row level security;
alter table app.schema_floor enable row level security;
alter table app.score_facts enable row level security;
alter table app.seal_keys enable row level security;
alter table app.sealed_deliveries enable row level security;
alter table app.shipments enable row level security;
alter table app.shipping_addresses enable row level security;
alter table app.signing_keys enable row level security;
alter table app.source_keys enable row level security;
alter table app.source_models enable row level security;
alter table app.source_prints enable row level security;
alter table app.source_sketches enable row level security;
alter table app.spending_rules enable row level security;
alter table app.sso_connections enable row level security;
alter table app.sso_domains enable row level security;
alter table app.sso_group_roles enable row level security;
alter table app.sso_members enable row level security;
alter table app.tax_forms enable row level security;
alter table app.usage enable row level security;
alter table app.vendor_columns enable row level security;
alter table app.webhook_deliveries enable row level security;
alter table app.webhook_endpoints enable row level security;
alter table app.workers enable row level security;
alter table auth.challenges enable row level security;
alter table auth.factors enable row level security;
alter table auth.identities enable row level security;
alter table auth.oauth_flows enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.pkce_codes enable row level security;
alter table auth.rate_limits enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.saml_keys enable row level security;
alter table auth.sessions enable row level security;
alter table auth.signing_keys enable row level security;
alter table auth.users enable row level security;
alter table ledger.account enable row level security;
alter table ledger.balance enable row level security;
alter table ledger.chart enable row level security;
alter table ledger.entry enable row level security;
alter table ledger.movement enable row level security;
alter table ledger.outbox enable row level security;
alter table public.adjustments enable row level security;
alter table public.agreement_consents enable row level security;
alter table public.agreement_documents enable row level security;
alter table public.agreement_texts enable row level security;
alter table public.bank_events enable row level security;
alter table public.bank_instructions enable row level security;
alter table public.bank_statement_breaks enable row level security;
alter table public.bank_statements enable row level security;
alter table public.banking_details enable row level security;
alter table public.business_applications enable row level security;
alter table public.certificate_disclosures enable row level security;
alter table public.certificates enable row level security;
alter table public.change_requests enable row level security;
alter table public.company_ratings enable row level security;
alter table public.contract_milestones enable row level security;
alter table public.contracts enable row level security;
alter table public.conversation_reads enable row level security;
alter table public.conversations enable row level security;
alter table public.data_contracts enable row level security;
alter table public.data_subscription_revisions enable row level security;
alter table public.data_subscriptions enable row level security;
alter table public.deliveries enable row level security;
alter table public.delivery_files enable row level security;
alter table public.delivery_previews enable row level security;
alter table public.dispute_claims enable row level security;
alter table public.dispute_files enable row level security;
alter table public.dispute_findings enable row level security;
alter table public.dispute_proposals enable row level security;
alter table public.dispute_rulings enable row level security;
alter table public.dispute_statements enable row level security;
alter table public.disputes enable row level security;
alter table public.downloads enable row level security;
alter table public.dpr_drafts enable row level security;
alter table public.dpr_invitations enable row level security;
alter table public.dpr_questions enable row level security;
alter table public.dprs enable row level security;
alter table public.invitations enable row level security;
alter table public.invoices enable row level security;
alter table public.legal_acceptances enable row level security;
alter table public.legal_versions enable row level security;
alter table public.licenses enable row level security;
alter table public.listing_revisions enable row level security;
alter table public.listings enable row level security;
alter table public.measured_twins enable row level security;
alter table public.message_attachments enable row level security;
alter table public.messages enable row level security;
alter table public.notification_preferences enable row level security;
alter table public.notifications enable row level security;
alter table public.offer_previews enable row level security;
alter table public.offer_revisions enable row level security;
alter table public.offer_views enable row level security;
alter table public.offers enable row level security;
alter table public.organizations enable row level security;
alter table public.payment_methods enable row level security;
alter table public.payments enable row level security;
alter table public.payout_items enable row level security;
alter table public.payout_settings enable row level security;
alter table public.payouts enable row level security;
alter table public.presence enable row level security;
alter table public.profiles enable row level security;
alter table public.proposals enable row level security;
alter table public.refunds enable row level security;
alter table public.reviews enable row level security;
alter table public.row_draws enable row level security;
alter table public.saved_searches enable row level security;
alter table public.source_spendings enable row level security;
alter table public.sources enable row level security;
alter table public.stripe_accounts enable row level security;
alter table public.stripe_payers enable row level security;
alter table public.subscription_charges enable row level security;
alter table public.subscriptions enable row level security;
alter table public.support_messages enable row level security;
alter table public.support_tickets enable row level security;
alter table public.tranches enable row level security;
alter table public.uploads enable row level security;
alter table public.user_roles enable row level security;
alter table public.vendor_records enable row level security;
alter table transparency.checkpoints enable row level security;
alter table transparency.cosignatures enable row level security;
alter table transparency.deals enable row level security;
alter table transparency.forgotten enable row level security;
alter table transparency.leaves enable row level security;
alter table transparency.logs enable row level security;
alter table transparency.openings enable row level security;
alter table transparency.staged enable row level security;
alter table transparency.tiles enable row level security;
alter table transparency.witnesses enable row level security;

-- Policies

create policy system_all on app.answer_rules for all to semblance_system using (true) with check (true);
create policy system_all on app.api_keys for all to semblance_system using (true) with check (true);
create policy system_all on app.api_requests for all to semblance_system using (true) with check (true);
create policy system_all on app.application_comparisons for all to semblance_system using (true) with check (true);
create policy system_all on app.application_notes for all to semblance_system using (true) with check (true);
create policy system_all on app.application_questions for all to semblance_system using (true) with check (true);
create policy system_all on app.approval_decisions for all to semblance_system using (true) with check (true);
create policy system_all on app.approval_links for all to semblance_system using (true) with check (true);
create policy system_all on app.approval_stand_ins for all to semblance_system using (true) with check (true);
create policy system_all on app.approvals for all to semblance_system using (true) with check (true);
create policy system_reads on app.audit_chain for select to semblance_system using (true);
create policy system_reads on app.audit_log for select to semblance_system using (true);
create policy system_writes on app.audit_log for insert to semblance_system with check (true);
create policy system_all on app.blob_keys for all to semblance_system using (true) with check (true);
create policy system_all on app.certificate_keys for all to semblance_system using (true) with check (true);
create policy system_all on app.claim_checks for all to semblance_system using (true) with check (true);
create policy system_all on app.connected_deliveries for all to semblance_system using (true) with check (true);
create policy system_all on app.connections for all to semblance_system using (true) with check (true);
create policy system_all on app.data_keys for all to semblance_system using (true) with check (true);
create policy system_all on app.delivery_keys for all to semblance_system using (true) with check (true);
create policy system_all on app.delivery_models for all to semblance_system using (true) with check (true);
create policy system_all on app.delivery_reviews for all to semblance_system using (true) with check (true);
create policy system_all on app.destructions for all to semblance_system using (true) with check (true);
create policy system_all on app.digests for all to semblance_system using (true) with check (true);
create policy system_all on app.directory_group_members for all to semblance_system using (true) with check (true);
create policy system_all on app.directory_groups for all to semblance_system using (true) with check (true);
create policy system_all on app.directory_tokens for all to semblance_system using (true) with check (true);
create policy system_all on app.directory_users for all to semblance_system using (true) with check (true);
create policy system_all on app.documents for all to semblance_system using (true) with check (true);
create policy system_all on app.events for all to semblance_system using (true) with check (true);
create policy system_all on app.held_deliveries for all to semblance_system using (true) with check (true);
create policy system_all on app.idempotency_keys for all to semblance_system using (true) with check (true);
create policy system_all on app.incidents for all to semblance_system using (true) with check (true);
create policy system_all on app.internal_reports for all to semblance_system using (true) with check (true);
create policy system_all on app.invoice_numbers for all to semblance_system using (true) with check (true);
create policy system_all on app.job_faults for all to semblance_system using (true) with check (true);
create policy system_all on app.key_store for all to semblance_system using (true) with check (true);
create policy system_all on app.limit_changes for all to semblance_system using (true) with check (true);
create policy system_all on app.mails for all to semblance_system using (true) with check (true);
create policy system_all on app.market_figures for all to semblance_system using (true) with check (true);
create policy system_all on app.measurements for all to semblance_system using (true) with check (true);
create policy system_all on app.member_limits for all to semblance_system using (true) with check (true);
create policy system_all on app.offer_samples for all to semblance_system using (true) with check (true);
create policy system_all on app.price_group_contracts for all to semblance_system using (true) with check (true);
create policy system_all on app.price_groups for all to semblance_system using (true) with check (true);
create policy system_all on app.purchase_references for all to semblance_system using (true) with check (true);
create policy system_all on app.push_destinations for all to semblance_system using (true) with check (true);
create policy system_all on app.push_subscriptions for all to semblance_system using (true) with check (true);
create policy system_all on app.pushes for all to semblance_system using (true) with check (true);
create policy system_all on app.refusing_addresses for all to semblance_system using (true) with check (true);
create policy system_all on app.related_companies for all to semblance_system using (true) with check (true);
create policy system_all on app.restores for all to semblance_system using (true) with check (true);
create policy system_all on app.sample_resets for all to semblance_system using (true) with check (true);
create policy system_all on app.schema_floor for all to semblance_system using (true) with check (true);
create policy system_all on app.score_facts for all to semblance_system using (true) with check (true);
create policy system_all on app.seal_keys for all to semblance_system using (true) with check (true);
create policy system_all on app.sealed_deliveries for all to semblance_system using (true) with check (true);
create policy system_all on app.shipments for all to semblance_system using (true) with check (true);
create policy system_all on app.shipping_addresses for all to semblance_system using (true) with check (true);
create policy system_all on app.signing_keys for all to semblance_system using (true) with check (true);
create policy system_all on app.source_keys for all to semblance_system using (true) with check (true);
create policy system_all on app.source_models for all to semblance_system using (true) with check (true);
create policy system_all on app.source_prints for all to semblance_system using (true) with check (true);
create policy system_all on app.source_sketches for all to semblance_system using (true) with check (true);
create policy system_all on app.spending_rules for all to semblance_system using (true) with check (true);
create policy system_all on app.sso_connections for all to semblance_system using (true) with check (true);
create policy system_all on app.sso_domains for all to semblance_system using (true) with check (true);
create policy system_all on app.sso_group_roles for all to semblance_system using (true) with check (true);
create policy system_all on app.sso_members for all to semblance_system using (true) with check (true);
create policy system_all on app.tax_forms for all to semblance_system using (true) with check (true);
create policy system_all on app.usage for all to semblance_system using (true) with check (true);
create policy system_all on app.vendor_columns for all to semblance_system using (true) with check (true);
create policy system_all on app.webhook_deliveries for all to semblance_system using (true) with check (true);
create policy system_all on app.webhook_endpoints for all to semblance_system using (true) with check (true);
create policy system_all on app.workers for all to semblance_system using (true) with check (true);
create policy system_all on auth.challenges for all to semblance_system using (true) with check (true);
create policy system_all on auth.factors for all to semblance_system using (true) with check (true);
create policy system_all on auth.identities for all to semblance_system using (true) with check (true);
create policy system_all on auth.oauth_flows for all to semblance_system using (true) with check (true);
create policy system_all on auth.one_time_tokens for all to semblance_system using (true) with check (true);
create policy system_all on auth.pkce_codes for all to semblance_system using (true) with check (true);
create policy system_all on auth.rate_limits for all to semblance_system using (true) with check (true);
create policy system_all on auth.refresh_tokens for all to semblance_system using (true) with check (true);
create policy system_all on auth.saml_keys for all to semblance_system using (true) with check (true);
create policy system_all on auth.sessions for all to semblance_system using (true) with check (true);
create policy system_all on auth.signing_keys for all to semblance_system using (true) with check (true);
create policy system_all on auth.users for all to semblance_system using (true) with check (true);
create policy system_reads on ledger.account for select to semblance_system using (true);
create policy system_reads on ledger.balance for select to semblance_system using (true);
create policy system_reads on ledger.chart for select to semblance_system using (true);
create policy system_reads on ledger.entry for select to semblance_system using (true);
create policy system_reads on ledger.movement for select to semblance_system using (true);
create policy system_marks_sent on ledger.outbox for update to semblance_system using (true);
create policy system_reads on ledger.outbox for select to semblance_system using (true);
create policy system_all on public.adjustments for all to semblance_system using (true) with check (true);
create policy system_all on public.agreement_consents for all to semblance_system using (true) with check (true);
create policy client_reads on public.agreement_documents for select to anon, authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy party_reads on public.agreement_documents for select to anon, authenticated using (((kind = 'agreement'::text) AND ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])))));
create policy system_all on public.agreement_documents for all to semblance_system using (true) with check (true);
create policy system_all on public.agreement_texts for all to semblance_system using (true) with check (true);
create policy system_all on public.bank_events for all to semblance_system using (true) with check (true);
create policy system_all on public.bank_instructions for all to semblance_system using (true) with check (true);
create policy system_all on public.bank_statement_breaks for all to semblance_system using (true) with check (true);
create policy system_all on public.bank_statements for all to semblance_system using (true) with check (true);
create policy members_read on public.banking_details for select to anon, authenticated using ((organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.banking_details for all to semblance_system using (true) with check (true);
create policy anyone_applies on public.business_applications for insert to anon, authenticated with check ((status = 'pending'::text));
create policy staff_decide on public.business_applications for update to authenticated using (app.is_staff());
create policy staff_read on public.business_applications for select to authenticated using (app.is_staff());
create policy system_all on public.business_applications for all to semblance_system using (true) with check (true);
create policy client_reads on public.certificate_disclosures for select to anon, authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy party_reads on public.certificate_disclosures for select to anon, authenticated using (((claim <> 'fee'::text) AND ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])))));
create policy system_all on public.certificate_disclosures for all to semblance_system using (true) with check (true);
create policy party_reads on public.certificates for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.certificates for all to semblance_system using (true) with check (true);
create policy party_reads on public.change_requests for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.change_requests for all to semblance_system using (true) with check (true);
create policy company_readers_read on public.company_ratings for select to anon, authenticated using ((EXISTS ( SELECT
   FROM companies c
  WHERE (c.id = company_ratings.company))));
create policy system_all on public.company_ratings for all to semblance_system using (true) with check (true);
create policy party_reads on public.contract_milestones for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.contract_milestones for all to semblance_system using (true) with check (true);
create policy client_signs on public.contracts for insert to authenticated with check (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) AND (EXISTS ( SELECT
   FROM offers o
  WHERE ((o.id = contracts.offer_id) AND (o.dpr_id = contracts.dpr_id) AND (o.client = contracts.client) AND (o.vendor = contracts.vendor) AND (o.price_cents = contracts.price_cents) AND (o.status = 'accepted'::text))))));
create policy party_reads on public.contracts for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy role_signs on public.contracts as restrictive for insert to authenticated with check (app.may('{buy}'::text[]));
create policy staff_read on public.contracts for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.contracts for all to semblance_system using (true) with check (true);
create policy own_reads on public.conversation_reads for select to authenticated using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy system_all on public.conversation_reads for all to semblance_system using (true) with check (true);
create policy party_reads on public.conversations for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.conversations for all to semblance_system using (true) with check (true);
create policy client_writes on public.data_contracts for insert to authenticated with check ((EXISTS ( SELECT
   FROM dprs d
  WHERE ((d.id = data_contracts.dpr_id) AND (d.client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) AND (d.status = 'awaiting_offers'::text)))));
create policy reader_reads on public.data_contracts for select to anon, authenticated using ((EXISTS ( SELECT
   FROM dprs d
  WHERE (d.id = data_contracts.dpr_id))));
create policy role_writes on public.data_contracts as restrictive for insert to authenticated with check (app.may('{request}'::text[]));
create policy system_all on public.data_contracts for all to semblance_system using (true) with check (true);
create policy party_reads on public.data_subscription_revisions for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy staff_reads on public.data_subscription_revisions for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.data_subscription_revisions for all to semblance_system using (true) with check (true);
create policy party_reads on public.data_subscriptions for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy staff_reads on public.data_subscriptions for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.data_subscriptions for all to semblance_system using (true) with check (true);
create policy client_reads_live on public.deliveries for select to anon, authenticated using (((client = ANY (app.org_ids())) AND (status = ANY (ARRAY['measuring'::text, 'queued'::text, 'processing'::text, 'held'::text, 'ready'::text]))));
create policy role_drafts on public.deliveries as restrictive for insert to authenticated with check (app.may('{data}'::text[]));
create policy staff_read on public.deliveries for select to authenticated using (app.is_staff());
create policy system_all on public.deliveries for all to semblance_system using (true) with check (true);
create policy vendor_drafts on public.deliveries for insert to authenticated with check (((vendor = ANY (app.org_ids())) AND (status = 'draft'::text) AND (EXISTS ( SELECT
   FROM contracts c
  WHERE ((c.id = deliveries.contract_id) AND (c.client = deliveries.client) AND (c.vendor = deliveries.vendor) AND (c.status = 'in_progress'::text))))));
create policy vendor_reads on public.deliveries for select to anon, authenticated using ((vendor = ANY (app.org_ids())));
create policy client_reads_ready on public.delivery_files for select to anon, authenticated using ((EXISTS ( SELECT
   FROM deliveries d
  WHERE ((d.id = delivery_files.delivery_id) AND (d.client = ANY (app.org_ids())) AND (d.status = 'ready'::text)))));
create policy system_all on public.delivery_files for all to semblance_system using (true) with check (true);
create policy client_reads_ready on public.delivery_previews for select to anon, authenticated using ((EXISTS ( SELECT
   FROM deliveries d
  WHERE ((d.id = delivery_previews.delivery_id) AND (d.client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) AND (d.status = 'ready'::text)))));
create policy system_all on public.delivery_previews for all to semblance_system using (true) with check (true);
create policy party_reads on public.dispute_claims for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.dispute_claims for all to semblance_system using (true) with check (true);
create policy party_reads on public.dispute_files for select to anon, authenticated using ((((statement_id IS NOT NULL) AND ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])))) OR (uploaded_by = app.user_id())));
create policy staff_read on public.dispute_files for select to authenticated using (((statement_id IS NOT NULL) AND ( SELECT app.is_staff() AS is_staff)));
create policy system_all on public.dispute_files for all to semblance_system using (true) with check (true);
create policy party_reads on public.dispute_findings for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.dispute_findings for all to semblance_system using (true) with check (true);
create policy party_reads on public.dispute_proposals for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy staff_read on public.dispute_proposals for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.dispute_proposals for all to semblance_system using (true) with check (true);
create policy party_reads on public.dispute_rulings for select to anon, authenticated using (((status = 'final'::text) AND ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])))));
create policy staff_read on public.dispute_rulings for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.dispute_rulings for all to semblance_system using (true) with check (true);
create policy party_reads on public.dispute_statements for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy staff_read on public.dispute_statements for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.dispute_statements for all to semblance_system using (true) with check (true);
create policy party_reads on public.disputes for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy staff_read on public.disputes for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.disputes for all to semblance_system using (true) with check (true);
create policy client_reads on public.downloads for select to anon, authenticated using ((EXISTS ( SELECT
   FROM deliveries d
  WHERE ((d.id = downloads.delivery_id) AND (d.client = ANY (app.org_ids()))))));
create policy system_all on public.downloads for all to semblance_system using (true) with check (true);
create policy client_creates on public.dpr_drafts for insert to authenticated with check ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy client_deletes on public.dpr_drafts for delete to authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy client_reads on public.dpr_drafts for select to anon, authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy client_updates on public.dpr_drafts for update to authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy role_deletes on public.dpr_drafts as restrictive for delete to authenticated using (app.may('{request}'::text[]));
create policy role_inserts on public.dpr_drafts as restrictive for insert to authenticated with check (app.may('{request}'::text[]));
create policy role_updates on public.dpr_drafts as restrictive for update to authenticated using (app.may('{request}'::text[]));
create policy system_all on public.dpr_drafts for all to semblance_system using (true) with check (true);
create policy client_invites on public.dpr_invitations for insert to authenticated with check (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) AND app.takes_offers(dpr_id, client)));
create policy party_reads on public.dpr_invitations for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy role_writes on public.dpr_invitations as restrictive for insert to authenticated with check (app.may('{request}'::text[]));
create policy system_all on public.dpr_invitations for all to semblance_system using (true) with check (true);
create policy client_answers on public.dpr_questions for update to authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy request_readers_read on public.dpr_questions for select to anon, authenticated using ((EXISTS ( SELECT
   FROM dprs d
  WHERE (d.id = dpr_questions.dpr_id))));
create policy role_answers on public.dpr_questions as restrictive for update to authenticated using (app.may('{request}'::text[]));
create policy role_asks on public.dpr_questions as restrictive for insert to authenticated with check (app.may('{sell}'::text[]));
create policy system_all on public.dpr_questions for all to semblance_system using (true) with check (true);
create policy vendor_asks on public.dpr_questions for insert to authenticated with check (((vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) AND app.takes_offers(dpr_id, client)));
create policy bidder_reads on public.dprs for select to anon, authenticated using ((EXISTS ( SELECT
   FROM offers o
  WHERE ((o.dpr_id = dprs.id) AND (o.vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))))));
create policy client_creates on public.dprs for insert to authenticated with check ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy client_reads on public.dprs for select to anon, authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy market_reads on public.dprs for select to authenticated using ((status = ANY (ARRAY['awaiting_offers'::text, 'open'::text])));
create policy role_writes on public.dprs as restrictive for insert to authenticated with check (app.may('{request}'::text[]));
create policy staff_read on public.dprs for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.dprs for all to semblance_system using (true) with check (true);
create policy visitor_reads_samples on public.dprs for select to anon using (((status = ANY (ARRAY['awaiting_offers'::text, 'open'::text])) AND (EXISTS ( SELECT
   FROM companies c
  WHERE (c.id = dprs.client)))));
create policy admin_all on public.invitations for all to authenticated using ((organization = app.admin_org_id())) with check ((organization = app.admin_org_id()));
create policy system_all on public.invitations for all to semblance_system using (true) with check (true);
create policy recipient_reads on public.invoices for select to anon, authenticated using ((organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.invoices for all to semblance_system using (true) with check (true);
create policy administrator_reads on public.legal_acceptances for select to authenticated using ((organization = ( SELECT app.admin_org_id() AS admin_org_id)));
create policy person_reads on public.legal_acceptances for select to authenticated using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy system_all on public.legal_acceptances for all to semblance_system using (true) with check (true);
create policy all_read on public.legal_versions for select to anon, authenticated using (true);
create policy system_all on public.legal_versions for all to semblance_system using (true) with check (true);
create policy party_reads on public.licenses for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.licenses for all to semblance_system using (true) with check (true);
create policy market_reads on public.listing_revisions for select to authenticated using (is_live);
create policy staff_reads on public.listing_revisions for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.listing_revisions for all to semblance_system using (true) with check (true);
create policy vendor_reads on public.listing_revisions for select to anon, authenticated using ((vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy visitor_reads_samples on public.listing_revisions for select to anon using ((is_live AND (EXISTS ( SELECT
   FROM companies c
  WHERE (c.id = listing_revisions.vendor)))));
create policy staff_reads on public.listings for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.listings for all to semblance_system using (true) with check (true);
create policy vendor_reads on public.listings for select to anon, authenticated using ((vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.measured_twins for all to semblance_system using (true) with check (true);
create policy vendor_reads on public.measured_twins for select to anon, authenticated using ((vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy party_reads on public.message_attachments for select to anon, authenticated using ((((message_id IS NOT NULL) AND ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])))) OR (uploaded_by = app.user_id())));
create policy system_all on public.message_attachments for all to semblance_system using (true) with check (true);
create policy party_reads on public.messages for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.messages for all to semblance_system using (true) with check (true);
create policy own_all on public.notification_preferences for all to authenticated using ((user_id = app.user_id())) with check ((user_id = app.user_id()));
create policy system_all on public.notification_preferences for all to semblance_system using (true) with check (true);
create policy own_deletes on public.notifications for delete to authenticated using ((user_id = app.user_id()));
create policy own_reads on public.notifications for select to authenticated using ((user_id = app.user_id()));
create policy own_updates on public.notifications for update to authenticated using ((user_id = app.user_id()));
create policy system_all on public.notifications for all to semblance_system using (true) with check (true);
create policy client_reads_ready on public.offer_previews for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) AND (state = 'ready'::text) AND (EXISTS ( SELECT
   FROM offers o
  WHERE ((o.id = offer_previews.offer_id) AND (o.status <> 'rejected'::text))))));
create policy system_all on public.offer_previews for all to semblance_system using (true) with check (true);
create policy vendor_reads on public.offer_previews for select to anon, authenticated using ((vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy offer_readers_read on public.offer_revisions for select to anon, authenticated using ((EXISTS ( SELECT
   FROM offers o
  WHERE (o.id = offer_revisions.offer_id))));
create policy system_all on public.offer_revisions for all to semblance_system using (true) with check (true);
create policy own_reads on public.offer_views for select to authenticated using (((user_id = app.user_id()) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.offer_views for all to semblance_system using (true) with check (true);
create policy client_decides on public.offers for update to authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy party_reads on public.offers for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy role_decides on public.offers as restrictive for update to authenticated using (app.may('{request,buy}'::text[]));
create policy role_sends on public.offers as restrictive for insert to authenticated with check (app.may('{sell}'::text[]));
create policy staff_read on public.offers for select to authenticated using (( SELECT app.is_staff() AS is_staff));
create policy system_all on public.offers for all to semblance_system using (true) with check (true);
create policy vendor_creates on public.offers for insert to authenticated with check (((vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) AND app.takes_offers(dpr_id, client)));
create policy admin_updates on public.organizations for update to authenticated using ((id = app.admin_org_id()));
create policy known_id_reads on public.organizations for select to anon, authenticated using ((is_active AND (organization_id = app.looked_up_organization_id())));
create policy member_reads on public.organizations for select to authenticated using (((id = ANY (app.org_ids())) OR app.is_staff()));
create policy staff_creates on public.organizations for insert to authenticated with check (app.is_staff());
create policy system_all on public.organizations for all to semblance_system using (true) with check (true);
create policy members_read on public.payment_methods for select to anon, authenticated using ((organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.payment_methods for all to semblance_system using (true) with check (true);
create policy client_reads on public.payments for select to authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.payments for all to semblance_system using (true) with check (true);
create policy system_all on public.payout_items for all to semblance_system using (true) with check (true);
create policy members_read on public.payout_settings for select to anon, authenticated using ((organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.payout_settings for all to semblance_system using (true) with check (true);
create policy system_all on public.payouts for all to semblance_system using (true) with check (true);
create policy vendor_reads on public.payouts for select to anon, authenticated using ((vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.presence for all to semblance_system using (true) with check (true);
create policy own_reads on public.profiles for select to authenticated using (((user_id = app.user_id()) OR (organization = ANY (app.org_ids())) OR app.is_staff()));
create policy own_updates on public.profiles for update to authenticated using ((user_id = app.user_id()));
create policy system_all on public.profiles for all to semblance_system using (true) with check (true);
create policy party_reads on public.proposals for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.proposals for all to semblance_system using (true) with check (true);
create policy client_reads on public.refunds for select to authenticated using ((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.refunds for all to semblance_system using (true) with check (true);
create policy vendor_reads on public.refunds for select to authenticated using ((EXISTS ( SELECT
   FROM contracts k
  WHERE ((k.id = refunds.contract_id) AND (k.vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))))));
create policy company_readers_read on public.reviews for select to anon, authenticated using ((EXISTS ( SELECT
   FROM companies c
  WHERE (c.id = reviews.vendor))));
create policy system_all on public.reviews for all to semblance_system using (true) with check (true);
create policy party_reads on public.row_draws for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.row_draws for all to semblance_system using (true) with check (true);
create policy own_creates on public.saved_searches for insert to authenticated with check (((user_id = app.user_id()) AND (organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy own_deletes on public.saved_searches for delete to authenticated using ((user_id = app.user_id()));
create policy own_reads on public.saved_searches for select to authenticated using ((user_id = app.user_id()));
create policy own_updates on public.saved_searches for update to authenticated using ((user_id = app.user_id()));
create policy system_all on public.saved_searches for all to semblance_system using (true) with check (true);
create policy system_all on public.source_spendings for all to semblance_system using (true) with check (true);
create policy vendor_reads on public.source_spendings for select to anon, authenticated using ((vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.sources for all to semblance_system using (true) with check (true);
create policy vendor_reads on public.sources for select to anon, authenticated using ((vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy organization_reads on public.stripe_accounts for select to authenticated using ((organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.stripe_accounts for all to semblance_system using (true) with check (true);
create policy organization_reads on public.stripe_payers for select to authenticated using ((organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.stripe_payers for all to semblance_system using (true) with check (true);
create policy members_read on public.subscription_charges for select to anon, authenticated using ((organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.subscription_charges for all to semblance_system using (true) with check (true);
create policy members_read on public.subscriptions for select to anon, authenticated using ((organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])));
create policy system_all on public.subscriptions for all to semblance_system using (true) with check (true);
create policy system_all on public.support_messages for all to semblance_system using (true) with check (true);
create policy ticket_readers_read on public.support_messages for select to authenticated using ((EXISTS ( SELECT
   FROM support_tickets t
  WHERE (t.id = support_messages.ticket_id))));
create policy own_reads on public.support_tickets for select to authenticated using (((user_id = app.user_id()) OR app.is_staff()));
create policy system_all on public.support_tickets for all to semblance_system using (true) with check (true);
create policy party_reads on public.tranches for select to anon, authenticated using (((client = ANY (( SELECT app.org_ids() AS org_ids)::uuid[])) OR (vendor = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))));
create policy system_all on public.tranches for all to semblance_system using (true) with check (true);
create policy role_opens on public.uploads as restrictive for insert to authenticated with check (app.may('{data}'::text[]));
create policy system_all on public.uploads for all to semblance_system using (true) with check (true);
create policy vendor_opens on public.uploads for insert to authenticated with check (((organization = ANY (app.org_ids())) AND (EXISTS ( SELECT
   FROM deliveries d
  WHERE ((d.id = uploads.delivery_id) AND (d.contract_id = uploads.contract_id) AND (d.vendor = uploads.organization) AND (d.status = 'draft'::text))))));
create policy vendor_reads on public.uploads for select to authenticated using ((organization = ANY (app.org_ids())));
create policy colleagues_read on public.user_roles for select to authenticated using ((EXISTS ( SELECT
   FROM profiles p
  WHERE ((p.user_id = user_roles.user_id) AND (p.organization = ANY (( SELECT app.org_ids() AS org_ids)::uuid[]))))));
create policy own_reads on public.user_roles for select to authenticated using (((user_id = app.user_id()) OR app.is_staff()));
create policy system_all on public.user_roles for all to semblance_system using (true) with check (true);
create policy company_readers_read on public.vendor_records for select to anon, authenticated using ((EXISTS ( SELECT
   FROM companies c
  WHERE (c.id = vendor_records.vendor))));
create policy system_all on public.vendor_records for all to semblance_system using (true) with check (true);
create policy system_all on transparency.checkpoints for all to semblance_system using (true) with check (true);
create policy system_all on transparency.cosignatures for all to semblance_system using (true) with check (true);
create policy system_all on transparency.deals for all to semblance_system using (true) with check (true);
create policy system_all on transparency.forgotten for all to semblance_system using (true) with check (true);
create policy system_all on transparency.leaves for all to semblance_system using (true) with check (true);
create policy system_all on transparency.logs for all to semblance_system using (true) with check (true);
create policy system_all on transparency.openings for all to semblance_system using (true) with check (true);
create policy system_all on transparency.staged for all to semblance_system using (true) with check (true);
create policy system_all on transparency.tiles for all to semblance_system using (true) with check (true);
create policy system_all on transparency.witnesses for all to semblance_system using (true) with check (true);

-- Comments on tables; the first line names the module that writes it

comment on table app.answer_rules is 'owner: market/answering
What a party lets the platform answer in its name. Nobody but that party may learn the bounds: no other role reads the table, and no log, event or file has them.';
comment on table app.api_keys is 'owner: core/keys
Keys by which programs act for an organization. The key itself is stored nowhere.';
comment on table app.api_requests is 'owner: core/request-log
Requests by keys, for 30 days, without their content.';
comment on table app.application_comparisons is 'owner: people/applications
How the names of a decided application compared with the lists of sanctions, at the decision.';
comment on table app.application_notes is 'owner: people/applications
What staff wrote down for each other about an application; the applicant never reads it.';
comment on table app.application_questions is 'owner: people/applications
What staff asked an applicant by mail, and the answer that came by the link in it.';
comment on table app.approval_decisions is 'owner: people/spending
Who decided on an approval; kept without their accounts.';
comment on table app.approval_links is 'owner: people/applications
The links of approval mails, of which only a hash is kept. Whoever has one has read the mail.';
comment on table app.approval_stand_ins is 'owner: people/spending
Who decides while an approver is away.';
comment on table app.approvals is 'owner: people/spending
Requests to pay more than a limit: of one revision of an offer, and up to one amount.';
comment on table app.audit_chain is 'owner: core/audit
One link for each row of the log and each ledger entry: SHA-256 of the link before and the row''s content.';
comment on table app.audit_log is 'owner: platform
Who did what to which object, append-only. No personal data but the IDs of users, and no secrets.';
comment on table app.blob_keys is 'owner: core/attachments
Data keys of attachments, one per conversation, and of evidence, one per contract; the master secret wraps them.';
comment on table app.certificate_keys is 'owner: delivery/certificates
The keys that sign certificates. Public halves are published for ever, so that what a retired key has signed stays verifiable.';
comment on table app.claim_checks is 'owner: delivery/findings
The newest claims that the client of a contract had measured for itself alone; another measurement takes their place.';
comment on table app.connected_deliveries is 'owner: delivery/deliveries
What deliveries read through a connection, from the choice of its tables to the end.';
comment on table app.connections is 'owner: delivery/connections
Warehouses and buckets of vendors that are read where they are.';
comment on table app.data_keys is 'owner: platform
One key per organization seals its account and tax numbers; the master secret wraps the keys.';
comment on table app.delivery_keys is 'owner: delivery/deliveries
Data keys of uploaded originals, each its own, and of a delivery''s files, one for all of them.';
comment on table app.delivery_models is 'owner: delivery/deliveries';
comment on table app.delivery_reviews is 'owner: delivery/deliveries
What the engine takes the tables of a delivery for; exact, so for the vendor alone, through the service.';
comment on table app.destructions is 'owner: delivery/destructions
Originals and samples that nothing may open any more: asked for first, then destroyed, then recorded.';
comment on table app.digests is 'owner: overview/digests
Who was considered for the summary of a week, by its Monday: sent one, or had nothing to be told.';
comment on table app.directory_group_members is 'owner: people/single-sign-on
The users of a directory in its groups.';
comment on table app.directory_groups is 'owner: people/single-sign-on
Groups of a directory.';
comment on table app.directory_tokens is 'owner: people/single-sign-on
The token by which the directory of an organization provisions, hashed.';
comment on table app.directory_users is 'owner: people/single-sign-on
People whom a directory provisions. They become members when they first sign in.';
comment on table app.documents is 'owner: core/documents
Files that an applicant or an organization sends to staff. Their content is in blobs, each sealed under its own key.';
comment on table app.events is 'owner: platform';
comment on table app.held_deliveries is 'owner: delivery/deliveries
Deliveries that the platform could not process, until staff retry them or give them up. The cause is for staff alone.';
comment on table app.idempotency_keys is 'owner: core/api
The answer of each change that carried an Idempotency-Key, for 24 hours. Answers with secrets are not stored.';
comment on table app.incidents is 'owner: platform
Times in which something that jobs need did not answer: from the first fault until a job that had failed succeeds.';
comment on table app.internal_reports is 'owner: delivery/deliveries
Exact figures about original data, which would weaken its protection if published: readable by the system alone.';
comment on table app.invoice_numbers is 'owner: money/invoices
The last number given; its row stays locked until the document''s transaction ends, so none is ever skipped.';
comment on table app.job_faults is 'owner: platform
Jobs of the queue that wait because something that they need does not answer.';
comment on table app.key_store is 'owner: platform
The directory below KEY_DIR with the keys of this database''s originals, in one row; none before the first server made it.';
comment on table app.limit_changes is 'owner: people/spending
Higher limits that an administrator asked for, and what became of them: one change, from these limits to those.';
comment on table app.mails is 'owner: platform
Outgoing mail. Bodies hold one-time links: rows are readable by the system alone.';
comment on table app.market_figures is 'owner: overview/insights
What is published of a closed quarter, for good; only those of samples are deleted, with their set.';
comment on table app.measurements is 'owner: delivery/deliveries
What vendors measure on their own premises, from the reservation to the end.';
comment on table app.member_limits is 'owner: people/spending
A member''s own limits, fee included, in place of the organization''s for members; null: no limit.';
comment on table app.offer_samples is 'owner: delivery/previews
Samples in sealed blobs, until a preview is made of them; without its row nobody can open one.';
comment on table app.price_group_contracts is 'owner: market/price-estimates
The group of each counted contract; contracts join it in batches of five or more, and never leave.';
comment on table app.price_groups is 'owner: market/price-estimates
The rounded means of the lower and upper halves of prices and days of a group of completed contracts; no group shares a contract with another.';
comment on table app.purchase_references is 'owner: people/spending
The buyer''s own references of a purchase, which the vendor does not read.';
comment on table app.push_destinations is 'owner: delivery/pushes
Systems of organizations that deliveries are sent to.';
comment on table app.push_subscriptions is 'owner: core/notifications
Browsers that show the notifications of their user; a row ends with its session, or when the push service says that it is gone.';
comment on table app.pushes is 'owner: delivery/pushes
Deliveries on their way to destinations, and what arrived; kept as long as the delivery''s row.';
comment on table app.refusing_addresses is 'owner: platform
Addresses whose server refused the recipient for good at the last try; the next mail that it takes removes the row.';
comment on table app.related_companies is 'owner: market/vendor-scores
Vendors and clients that were recognized as related; for good.';
comment on table app.restores is 'owner: platform
Each time this database was brought back from a backup; money and unsent mail wait while confirmed_at is null.';
comment on table app.sample_resets is 'owner: sample-data
Each time somebody asked for the sample marketplace to be restored; unfinished while ended_at is null.';
comment on table app.schema_floor is 'owner: platform
The oldest server that may run on this schema, in one row.';
comment on table app.score_facts is 'owner: market/vendor-scores
The shares that ended contracts earn their vendors, as recorded once; copies of listed twins have none.';
comment on table app.seal_keys is 'owner: platform';
comment on table app.sealed_deliveries is 'owner: delivery/deliveries
Deliveries in processing whose twin is sealed and whose originals are being destroyed; no run may claim them, and a row goes when its delivery is ready.';
comment on table app.shipments is 'owner: delivery/shipments
What the parties state about media that a vendor shipped; the platform has seen none of it.';
comment on table app.shipping_addresses is 'owner: delivery/shipments
Where the client of a contract wants media shipped to.';
comment on table app.signing_keys is 'owner: people/signing-keys
Public keys by which an organization signs; a revoked one stays, so that it never returns.';
comment on table app.source_keys is 'owner: delivery/sources';
comment on table app.source_models is 'owner: delivery/models';
comment on table app.source_prints is 'owner: delivery/sources';
comment on table app.source_sketches is 'owner: delivery/sources';
comment on table app.spending_rules is 'owner: people/spending
What an organization lets be paid without an approval; no row: nothing is limited. Its row is locked by each payment, approval and change of a limit.';
comment on table app.sso_connections is 'owner: people/single-sign-on
The identity provider at which members of an organization sign in.';
comment on table app.sso_domains is 'owner: people/single-sign-on
Domains of e-mail addresses that organizations claim, and prove by a DNS record.';
comment on table app.sso_group_roles is 'owner: people/single-sign-on
The role that a group of the provider gives. Without any, roles are chosen here; with some, a member of none of the groups only reads.';
comment on table app.sso_members is 'owner: people/single-sign-on
Members who have come by their organization''s provider.';
comment on table app.tax_forms is 'owner: money/tax-forms
Forms that organizations upload about their taxes. Nothing in them is read by the platform.';
comment on table app.usage is 'owner: delivery/usage
Days on which an organization opened a listing, the preview of an offer''s sample, or that of a delivery.';
comment on table app.vendor_columns is 'owner: market/declared-columns
Columns that a vendor says it can supply, in its order.';
comment on table app.webhook_deliveries is 'owner: core/webhooks
Events on their way to endpoints, and for 30 days what became of them.';
comment on table app.webhook_endpoints is 'owner: core/webhooks
Where events of an organization are sent.';
comment on table app.workers is 'owner: platform
The lease of each running server: renewed every few seconds, and ended by any other server once it was not. pools are the names under which its runners lock jobs of the queue; process_id begins the names of its scratch directories.';
comment on table auth.challenges is 'owner: core/auth';
comment on table auth.factors is 'owner: core/auth';
comment on table auth.identities is 'owner: core/auth';
comment on table auth.oauth_flows is 'owner: core/auth
A visit to a provider under way: from /authorize to /callback, once.';
comment on table auth.one_time_tokens is 'owner: core/auth';
comment on table auth.pkce_codes is 'owner: core/auth';
comment on table auth.rate_limits is 'owner: core/auth
Token buckets: what is left of a burst, refilled by the time passed since updated_at.';
comment on table auth.refresh_tokens is 'owner: core/auth';
comment on table auth.saml_keys is 'owner: core/auth
Keys that sign requests to SAML providers of companies.';
comment on table auth.sessions is 'owner: core/auth';
comment on table auth.signing_keys is 'owner: core/auth';
comment on table auth.users is 'owner: core/auth';
comment on table ledger.account is 'owner: money/ledger';
comment on table ledger.balance is 'owner: money/ledger
Hot and narrow, apart from account, so that posting rewrites small rows that nothing refers to.';
comment on table ledger.chart is 'owner: money/ledger
The kinds of accounts.';
comment on table ledger.entry is 'owner: money/ledger
One business event that moved money. No personal data: organizations and contracts by their IDs alone.';
comment on table ledger.movement is 'owner: money/ledger
One leg: one debit, one credit, one amount, so unbalanced money can not be written.';
comment on table ledger.outbox is 'owner: money/ledger';
comment on table public.adjustments is 'owner: money/accounting
Manual entries: one person of staff proposes, another one approves.';
comment on table public.agreement_consents is 'owner: market/contracts';
comment on table public.agreement_documents is 'owner: market/contracts';
comment on table public.agreement_texts is 'owner: market/contracts';
comment on table public.bank_events is 'owner: money/bank-gateway
The inbox: each event once, however often it comes.';
comment on table public.bank_instructions is 'owner: money/bank-gateway
Money that the bank is to move; the key, payment:<id>, refund:<id>:<attempt> or payout:<id>:<attempt>, is also the bank''s idempotency key.';
comment on table public.bank_statement_breaks is 'owner: money/bank-gateway
Where a statement and the books differ; the difference rests in suspense until it is explained.';
comment on table public.bank_statements is 'owner: money/bank-gateway
The bank''s statement of a day (UTC) beside the books: how many lines agree, and what came in less what went out by each.';
comment on table public.banking_details is 'owner: money/bank-details
An organization''s bank account and tax details. Numbers are sealed; callers'' roles see their last four digits.';
comment on table public.business_applications is 'owner: people/applications';
comment on table public.certificate_disclosures is 'owner: delivery/certificates
The salted claims to which a certificate commits; never changed. Both parties read them, the fee its client alone.';
comment on table public.certificates is 'owner: delivery/certificates
One for each delivery that became ready; never changed. Whoever has the ID reads it through the service.';
comment on table public.change_requests is 'owner: market/contracts';
comment on table public.company_ratings is 'owner: market/companies';
comment on table public.contract_milestones is 'owner: market/contracts';
comment on table public.contracts is 'owner: market/contracts';
comment on table public.conversation_reads is 'owner: market/negotiation';
comment on table public.conversations is 'owner: market/negotiation';
comment on table public.data_contracts is 'owner: market/dprs
Written with its request and never changed, by nobody: what was asked when an offer is accepted is what its delivery is held to.';
comment on table public.data_subscription_revisions is 'owner: delivery/subscriptions
Revisions of subscriptions; one of them is under way at a time.';
comment on table public.data_subscriptions is 'owner: delivery/subscriptions
What clients subscribed to of listed twins: at most so many revisions on terms that stay.';
comment on table public.deliveries is 'owner: delivery/deliveries';
comment on table public.delivery_files is 'owner: delivery/deliveries';
comment on table public.delivery_previews is 'owner: delivery/previews
The first rows of a delivery''s twins; no file of the delivery.';
comment on table public.dispute_claims is 'owner: delivery/findings';
comment on table public.dispute_files is 'owner: core/attachments';
comment on table public.dispute_findings is 'owner: delivery/findings';
comment on table public.dispute_proposals is 'owner: money/disputes';
comment on table public.dispute_rulings is 'owner: money/disputes';
comment on table public.dispute_statements is 'owner: money/disputes';
comment on table public.disputes is 'owner: money/disputes';
comment on table public.downloads is 'owner: delivery/deliveries
What members of the client have begun to fetch; what goes on after a break is not counted again.';
comment on table public.dpr_drafts is 'owner: market/dprs';
comment on table public.dpr_invitations is 'owner: market/dprs';
comment on table public.dpr_questions is 'owner: market/dprs';
comment on table public.dprs is 'owner: market/dprs';
comment on table public.invitations is 'owner: people/organizations
E-mail addresses whose owners may join without waiting for approval.';
comment on table public.invoices is 'owner: money/invoices
Documents as they were issued: an invoice for each settled payment and each paid period of the plan, a statement for each release, a credit note for each refund and each payment taken back.';
comment on table public.legal_acceptances is 'owner: people/legal';
comment on table public.legal_versions is 'owner: people/legal';
comment on table public.licenses is 'owner: delivery/licenses
One for each delivery that became ready; never changed. Whoever has the ID reads it through the service, without the parties.';
comment on table public.listing_revisions is 'owner: delivery/listings
What was published of a listing, as it was; one of them is for sale while the listing is published.';
comment on table public.listings is 'owner: delivery/listings
Twins that vendors list for sale, with what the vendor is writing.';
comment on table public.measured_twins is 'owner: delivery/deliveries
Twins that vendors have measured for a listing: what a delivery without a contract is for.';
comment on table public.message_attachments is 'owner: core/attachments';
comment on table public.messages is 'owner: market/negotiation';
comment on table public.notification_preferences is 'owner: people/settings
Rows of people who chose; everyone else has the defaults.';
comment on table public.notifications is 'owner: core/notifications';
comment on table public.offer_previews is 'owner: delivery/previews
Synthetic rows made from a vendor''s sample; for the vendor, and for the client once they are ready.';
comment on table public.offer_revisions is 'owner: market/offers
Each revision after the first: what changed, from what to what, and by whose edit or proposal.';
comment on table public.offer_views is 'owner: market/offers
One row per offer, day and person of the client who looked at it.';
comment on table public.offers is 'owner: market/offers';
comment on table public.organizations is 'owner: people/organizations';
comment on table public.payment_methods is 'owner: money/subscriptions
The bank account that pays for the plan. Its number is sealed; callers'' roles see the last four digits.';
comment on table public.payments is 'owner: money/payments
What clients pay in: one row per attempt; the bank''s side is the instruction payment:<id>.';
comment on table public.payout_items is 'owner: money/payouts
Which releases a payout is for: the legs that made the vendor''s payable what it was. A deduction is below zero.';
comment on table public.payout_settings is 'owner: money/payouts
When a vendor is paid, and what keeps it from being paid.';
comment on table public.payouts is 'owner: money/payouts
Money on its way to vendors; the bank''s side is the instruction payout:<id>:<attempt>. An attempt takes all that is payable.';
comment on table public.presence is 'owner: core/events';
comment on table public.profiles is 'owner: core/profiles';
comment on table public.proposals is 'owner: market/negotiation';
comment on table public.refunds is 'owner: money/escrow
What goes back to clients; the bank''s side is the instruction refund:<id>:<attempt>.';
comment on table public.reviews is 'owner: market/companies';
comment on table public.row_draws is 'owner: delivery/draws
Rows that a client has drawn from what was measured for a delivery, free of privacy cost.';
comment on table public.saved_searches is 'owner: market/marketplace';
comment on table public.source_spendings is 'owner: delivery/sources';
comment on table public.sources is 'owner: delivery/sources';
comment on table public.stripe_accounts is 'owner: money/bank-gateway
A vendor''s connected account; Stripe keeps its bank account and its papers.';
comment on table public.stripe_payers is 'owner: money/bank-gateway
A client as Stripe''s customer, with the bank account and mandate it gave there; its numbers never reach us.';
comment on table public.subscription_charges is 'owner: money/subscriptions
What a period of the plan costs, once; further attempts are made of the same row. The bank has it as subscription:<id>:<attempt>.';
comment on table public.subscriptions is 'owner: money/subscriptions
The plan of an organization and the period that runs now; periods are paid for when they are over.';
comment on table public.support_messages is 'owner: people/support';
comment on table public.support_tickets is 'owner: people/support';
comment on table public.tranches is 'owner: money/escrow
The parts in which a contract''s price is released: at the start, and when the client accepts.';
comment on table public.uploads is 'owner: delivery/deliveries
Original data on its way in, sealed in a blob under the ID; nobody can open it once state is removed.';
comment on table public.user_roles is 'owner: core/profiles';
comment on table public.vendor_records is 'owner: market/companies';
comment on table transparency.checkpoints is 'owner: platform
The signed heads of the tree. One is published once it is also kept outside the database.';
comment on table transparency.cosignatures is 'owner: platform
What witnesses signed about published heads: that each tree they saw continues the one before.';
comment on table transparency.deals is 'owner: platform
The newest leaf of each chain, locked while leaves are added to it.';
comment on table transparency.forgotten is 'owner: platform
Organizations whose openings are erased, together with those of a deal when both its parties are.';
comment on table transparency.leaves is 'owner: platform
The entries of the tree, which anyone may read: 32 bytes each.';
comment on table transparency.logs is 'owner: platform
The logs, one after the other: the newest one signs, until its history is rolled back.';
comment on table transparency.openings is 'owner: platform
What each leaf commits to, with the salt that proves it. Erasing both leaves a leaf that reveals nothing.';
comment on table transparency.staged is 'owner: platform
Committed, and not in the tree yet. Rows leave it in the order of their IDs.';
comment on table transparency.tiles is 'owner: platform
The hashes of the tree in tiles of height 8. A narrower tile is a prefix of its row.';
comment on table transparency.witnesses is 'owner: platform
The witnesses that were asked so far. One that fails has a time since when; staff are told once.';

-- Grants on tables

grant delete, insert, references, select, trigger, truncate, update on app.answer_rules to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.api_keys to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.api_requests to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.application_comparisons to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.application_notes to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.application_questions to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.approval_decisions to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.approval_links to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.approval_stand_ins to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.approvals to semblance_system;
grant select on app.audit_chain to semblance_system;
grant insert, select on app.audit_log to semblance_system;
grant insert, select, update on app.blob_keys to semblance_system;
grant insert, select, update on app.certificate_keys to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.claim_checks to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.connected_deliveries to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.connections to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.data_keys to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.delivery_keys to semblance_system;
grant delete, insert, select on app.delivery_models to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.delivery_reviews to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.destructions to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.digests to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.directory_group_members to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.directory_groups to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.directory_tokens to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.directory_users to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.documents to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.events to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.held_deliveries to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.idempotency_keys to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.incidents to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.internal_reports to semblance_system;
grant insert, select on app.invoice_numbers to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.job_faults to semblance_system;
grant select on app.jobs to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.key_store to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.limit_changes to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.mails to semblance_system;
grant delete, insert, select on app.market_figures to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.measurements to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.member_limits to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.offer_samples to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.price_group_contracts to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.price_groups to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.purchase_references to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.push_destinations to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.push_subscriptions to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.pushes to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.refusing_addresses to semblance_system;
grant delete, insert, select on app.related_companies to semblance_system;
grant insert, select, update on app.restores to semblance_system;
grant insert, select, update on app.sample_resets to semblance_system;
grant select on app.scheduled_tasks to semblance_system;
grant select, update on app.schema_floor to semblance_system;
grant delete, insert, select on app.score_facts to semblance_system;
grant insert, select, update on app.seal_keys to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.sealed_deliveries to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.shipments to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.shipping_addresses to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.signing_keys to semblance_system;
grant delete, insert, select on app.source_keys to semblance_system;
grant delete, insert, select on app.source_models to semblance_system;
grant delete, insert, select on app.source_prints to semblance_system;
grant delete, insert, select on app.source_sketches to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.spending_rules to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.sso_connections to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.sso_domains to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.sso_group_roles to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.sso_members to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.tax_forms to semblance_system;
grant delete, insert, select on app.usage to semblance_system;
grant delete, insert, select on app.vendor_columns to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.webhook_deliveries to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.webhook_endpoints to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on app.workers to semblance_system;
grant delete, insert, select, update on auth.challenges to semblance_system;
grant delete, insert, select, update on auth.factors to semblance_system;
grant delete, insert, select, update on auth.identities to semblance_system;
grant delete, insert, select, update on auth.oauth_flows to semblance_system;
grant delete, insert, select, update on auth.one_time_tokens to semblance_system;
grant delete, insert, select, update on auth.pkce_codes to semblance_system;
grant delete, insert, select, update on auth.rate_limits to semblance_system;
grant delete, insert, select, update on auth.refresh_tokens to semblance_system;
grant delete, insert, select, update on auth.saml_keys to semblance_system;
grant delete, insert, select, update on auth.sessions to semblance_system;
grant delete, insert, select, update on auth.signing_keys to semblance_system;
grant delete, insert, select, update on auth.users to semblance_system;
grant select on ledger.account to semblance_system;
grant select on ledger.balance to semblance_system;
grant select on ledger.chart to semblance_system;
grant select on ledger.current_balance to semblance_system;
grant select on ledger.entry to semblance_system;
grant select on ledger.movement to semblance_system;
grant select on ledger.outbox to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.adjustments to semblance_system;
grant insert, select on public.agreement_consents to semblance_system;
grant select on public.agreement_documents to anon;
grant select on public.agreement_documents to authenticated;
grant insert, select on public.agreement_documents to semblance_system;
grant insert, select on public.agreement_texts to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.bank_events to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.bank_instructions to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.bank_statement_breaks to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.bank_statements to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.banking_details to semblance_system;
grant select on public.business_applications to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.business_applications to semblance_system;
grant select on public.certificate_disclosures to anon;
grant select on public.certificate_disclosures to authenticated;
grant insert, select on public.certificate_disclosures to semblance_system;
grant select on public.certificates to anon;
grant select on public.certificates to authenticated;
grant insert, select on public.certificates to semblance_system;
grant select on public.change_requests to anon;
grant select on public.change_requests to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.change_requests to semblance_system;
grant select on public.companies to anon;
grant select on public.companies to authenticated;
grant select on public.companies to semblance_system;
grant select on public.company_ratings to anon;
grant select on public.company_ratings to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.company_ratings to semblance_system;
grant select on public.contract_milestones to anon;
grant select on public.contract_milestones to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.contract_milestones to semblance_system;
grant select on public.contracts to anon;
grant select on public.contracts to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.contracts to semblance_system;
grant select on public.conversation_reads to anon;
grant select on public.conversation_reads to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.conversation_reads to semblance_system;
grant select on public.conversations to anon;
grant select on public.conversations to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.conversations to semblance_system;
grant select on public.data_contracts to anon;
grant insert, select on public.data_contracts to authenticated;
grant delete, insert, select on public.data_contracts to semblance_system;
grant select on public.data_subscription_revisions to anon;
grant select on public.data_subscription_revisions to authenticated;
grant insert, select, update on public.data_subscription_revisions to semblance_system;
grant select on public.data_subscriptions to anon;
grant select on public.data_subscriptions to authenticated;
grant insert, select, update on public.data_subscriptions to semblance_system;
grant select on public.deliveries to anon;
grant select on public.deliveries to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.deliveries to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.delivery_files to semblance_system;
grant select on public.delivery_previews to anon;
grant select on public.delivery_previews to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.delivery_previews to semblance_system;
grant select on public.dispute_claims to anon;
grant select on public.dispute_claims to authenticated;
grant insert, select on public.dispute_claims to semblance_system;
grant select on public.dispute_files to anon;
grant select on public.dispute_files to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.dispute_files to semblance_system;
grant select on public.dispute_findings to anon;
grant select on public.dispute_findings to authenticated;
grant insert, select on public.dispute_findings to semblance_system;
grant select on public.dispute_proposals to anon;
grant select on public.dispute_proposals to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.dispute_proposals to semblance_system;
grant select on public.dispute_rulings to anon;
grant select on public.dispute_rulings to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.dispute_rulings to semblance_system;
grant select on public.dispute_statements to anon;
grant select on public.dispute_statements to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.dispute_statements to semblance_system;
grant select on public.disputes to anon;
grant select on public.disputes to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.disputes to semblance_system;
grant select on public.downloads to anon;
grant select on public.downloads to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.downloads to semblance_system;
grant select on public.dpr_drafts to anon;
grant delete, select on public.dpr_drafts to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.dpr_drafts to semblance_system;
grant select on public.dpr_invitations to anon;
grant select on public.dpr_invitations to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.dpr_invitations to semblance_system;
grant select on public.dpr_questions to anon;
grant select on public.dpr_questions to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.dpr_questions to semblance_system;
grant select on public.dprs to anon;
grant select on public.dprs to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.dprs to semblance_system;
grant delete, select on public.invitations to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.invitations to semblance_system;
grant select on public.invoices to anon;
grant select on public.invoices to authenticated;
grant insert, select on public.invoices to semblance_system;
grant select on public.legal_acceptances to authenticated;
grant insert, select, update on public.legal_acceptances to semblance_system;
grant select on public.legal_versions to anon;
grant select on public.legal_versions to authenticated;
grant insert, select on public.legal_versions to semblance_system;
grant select on public.licenses to anon;
grant select on public.licenses to authenticated;
grant insert, select on public.licenses to semblance_system;
grant select on public.listing_revisions to anon;
grant select on public.listing_revisions to authenticated;
grant insert, select, update on public.listing_revisions to semblance_system;
grant select on public.listings to anon;
grant select on public.listings to authenticated;
grant insert, select, update on public.listings to semblance_system;
grant select on public.measured_twins to anon;
grant select on public.measured_twins to authenticated;
grant insert, select on public.measured_twins to semblance_system;
grant select on public.message_attachments to anon;
grant select on public.message_attachments to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.message_attachments to semblance_system;
grant select on public.messages to anon;
grant select on public.messages to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.messages to semblance_system;
grant select on public.money_history to authenticated;
grant select on public.money_history to semblance_system;
grant select on public.money_labels to anon;
grant select on public.money_labels to authenticated;
grant select on public.money_labels to semblance_system;
grant select on public.notification_preferences to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.notification_preferences to semblance_system;
grant delete, select on public.notifications to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.notifications to semblance_system;
grant select on public.offer_previews to anon;
grant select on public.offer_previews to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.offer_previews to semblance_system;
grant select on public.offer_revisions to anon;
grant select on public.offer_revisions to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.offer_revisions to semblance_system;
grant select on public.offer_views to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.offer_views to semblance_system;
grant select on public.offers to anon;
grant select on public.offers to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.offers to semblance_system;
grant insert, select on public.organizations to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.organizations to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.payment_methods to semblance_system;
grant select on public.payments to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.payments to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.payout_items to semblance_system;
grant select on public.payout_settings to anon;
grant select on public.payout_settings to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.payout_settings to semblance_system;
grant select on public.payouts to anon;
grant select on public.payouts to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.payouts to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.presence to semblance_system;
grant select on public.profiles to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.profiles to semblance_system;
grant select on public.proposals to anon;
grant select on public.proposals to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.proposals to semblance_system;
grant select on public.refunds to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.refunds to semblance_system;
grant select on public.reviews to anon;
grant select on public.reviews to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.reviews to semblance_system;
grant select on public.row_draws to anon;
grant select on public.row_draws to authenticated;
grant insert, select, update on public.row_draws to semblance_system;
grant delete, select on public.saved_searches to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.saved_searches to semblance_system;
grant select on public.source_spendings to anon;
grant select on public.source_spendings to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.source_spendings to semblance_system;
grant select on public.sources to anon;
grant select on public.sources to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.sources to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.stripe_accounts to semblance_system;
grant delete, insert, references, select, trigger, truncate, update on public.stripe_payers to semblance_system;
grant select on public.subscription_charges to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.subscription_charges to semblance_system;
grant select on public.subscriptions to anon;
grant select on public.subscriptions to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.subscriptions to semblance_system;
grant select on public.support_messages to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.support_messages to semblance_system;
grant select on public.support_tickets to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.support_tickets to semblance_system;
grant select on public.tranches to anon;
grant select on public.tranches to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.tranches to semblance_system;
grant select on public.uploads to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.uploads to semblance_system;
grant select on public.user_roles to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.user_roles to semblance_system;
grant select on public.vendor_records to anon;
grant select on public.vendor_records to authenticated;
grant delete, insert, references, select, trigger, truncate, update on public.vendor_records to semblance_system;
grant insert, select on transparency.checkpoints to semblance_system;
grant insert, select on transparency.cosignatures to semblance_system;
grant insert, select, update on transparency.deals to semblance_system;
grant insert, select on transparency.forgotten to semblance_system;
grant insert, select on transparency.leaves to semblance_system;
grant insert, select, update on transparency.logs to semblance_system;
grant insert, select on transparency.openings to semblance_system;
grant delete, insert, select on transparency.staged to semblance_system;
grant insert, select, update on transparency.tiles to semblance_system;
grant insert, select, update on transparency.witnesses to semblance_system;

-- Grants on columns, where the table as a whole is not granted

grant select (account_changed_at, account_country, account_holder_name, account_kind, account_last4, account_type, additional_notes, bank_name, bic, business_type, created_at, hold_until, organization, revision, routing_number, tax_address, tax_city, tax_id_last4, tax_state, tax_zip, updated_at, vat_number) on public.banking_details to anon;
grant select (account_changed_at, account_country, account_holder_name, account_kind, account_last4, account_type, additional_notes, bank_name, bic, business_type, created_at, hold_until, organization, revision, routing_number, tax_address, tax_city, tax_id_last4, tax_state, tax_zip, updated_at, vat_number) on public.banking_details to authenticated;
grant insert (business_address, business_description, business_email, business_name, business_website, city, contact_person, contact_phone, country, industry, intent, registration_number, status) on public.business_applications to anon;
grant insert (business_address, business_description, business_email, business_name, business_website, city, contact_person, contact_phone, country, industry, intent, registration_number, status) on public.business_applications to authenticated;
grant update (decided_at, decided_by, decision_reason, status, waiting_since) on public.business_applications to authenticated;
grant insert (client, dpr_id, fee_bps, fee_cents, offer_id, price_cents, review_days, timeline_days, title, vendor) on public.contracts to authenticated;
grant insert (client, contract_id, created_by, file_bytes, file_name, notes, vendor) on public.deliveries to authenticated;
grant select (bytes, delivery_id, draw_id, id, name, sha256) on public.delivery_files to anon;
grant select (bytes, delivery_id, draw_id, id, name, sha256) on public.delivery_files to authenticated;
grant insert (client, content, created_by, title) on public.dpr_drafts to authenticated;
grant update (content, title, updated_at) on public.dpr_drafts to authenticated;
grant insert (client, dpr_id, invited_by, message, vendor) on public.dpr_invitations to authenticated;
grant insert (asked_by, client, dpr_id, question, vendor) on public.dpr_questions to authenticated;
grant update (answer, answered_at) on public.dpr_questions to authenticated;
grant insert (budget_max_cents, budget_min_cents, category, client, closes_at, compliance_requirements, contacts, created_by, deliverables, delivery_format, description, license, min_accuracy_percent, min_records, more_rows, notes, privacy_level, review_days, sample_records, specifications, technical_requirements, timeline_days, title, use_case, vendor_min_completed, vendor_min_rating, vendor_preferences) on public.dprs to authenticated;
grant update (review_days) on public.dprs to authenticated;
grant insert (email, expires_at, invited_by, organization, work_roles) on public.invitations to authenticated;
grant update (accepted_at, expires_at, invited_by, sent_at, work_roles) on public.invitations to authenticated;
grant insert (email_notifications, marketing_emails, push_notifications, security_alerts, user_id) on public.notification_preferences to authenticated;
grant update (email_notifications, marketing_emails, push_notifications, security_alerts, updated_at) on public.notification_preferences to authenticated;
grant update (read_at) on public.notifications to authenticated;
grant insert (additional_services_cents, client, created_by, data_formats, deliverables, delivery_method, description, dpr_id, floor_price_percent, license, min_accuracy_percent, more_rows, payment_structure, price_cents, privacy_level, sample_description, sample_records, support_period, target_accuracy_percent, timeline_days, timeline_unit, vendor) on public.offers to authenticated;
grant update (decided_at, reject_reason, rejected_as, status) on public.offers to authenticated;
grant select (is_active, name, organization_id) on public.organizations to anon;
grant update (address, city, country, description, email, employees, founded, industry, name, phone, website) on public.organizations to authenticated;
grant select (authorized_at, organization, provider) on public.payment_methods to anon;
grant select (account_holder_name, account_last4, account_type, authorized_at, bank_name, organization, provider, routing_number) on public.payment_methods to authenticated;
grant update (first_name, job_title, last_name, phone, updated_at) on public.profiles to authenticated;
grant insert (alerts, category, name, organization, search, sort, user_id) on public.saved_searches to authenticated;
grant update (alerts, name) on public.saved_searches to authenticated;
grant select (checked_at, created_at, details_submitted, organization, payout_failure_code, payouts_enabled) on public.stripe_accounts to authenticated;
grant select (bank_name, created_at, last4, organization, updated_at) on public.stripe_payers to authenticated;
grant select (amount_cents, attempt, ended_at, failure_code, id, organization, paid_at, period_end, period_start, plan, retry_at, state, submitted_at) on public.subscription_charges to anon;
grant insert (bytes, contract_id, delivery_id, file_name, fingerprint, id, organization) on public.uploads to authenticated;
