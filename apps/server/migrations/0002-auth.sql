-- Accounts: who a person is, their sessions, and the one-time secrets mailed to them.
-- The schema is out of reach for the callers' roles; only the auth module works in it, as the system.
-- No secret is stored as such: passwords as argon2id, tokens as SHA-256, private keys sealed.

create schema auth;
grant usage on schema auth to semblance_system;

create table auth.users (
  id uuid primary key default uuidv7(),
  email text,
  password_hash text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text,
  email_change_sent_at timestamptz,
  email_change_confirmed_by text,
  phone text,
  phone_confirmed_at timestamptz,
  new_phone text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  is_anonymous boolean not null default false,
  user_metadata jsonb not null default '{}',
  app_metadata jsonb not null default '{"provider": "email", "providers": ["email"]}',
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users__email_unique unique (email),
  constraint users__email_lower_case check (email = lower(email) and length(email) <= 320),
  constraint users__new_email_lower_case check (new_email = lower(new_email) and length(new_email) <= 320),
  constraint users__phone_unique unique (phone),
  constraint users__phone_digits check (phone ~ '^[1-9][0-9]{6,14}$' and new_phone ~ '^[1-9][0-9]{6,14}$'),
  constraint users__email_change_side check (email_change_confirmed_by in ('current', 'new'))
);
comment on column auth.users.email is 'Null for an anonymous account, which has no other way in than its session.';
comment on column auth.users.email_change_confirmed_by is 'A change needs both mailboxes: the first that agreed.';
comment on column auth.users.phone is 'E.164 without the plus sign.';
comment on column auth.users.deleted_at is 'Softly deleted: the row stays for what refers to it, without anything personal.';
comment on column auth.users.user_metadata is 'Written by the user: never a source of roles or membership.';
comment on column auth.users.password_hash is 'Null for an account that signs in by other means only.';

create table auth.identities (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  subject text not null,
  identity_data jsonb not null default '{}',
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identities__subject_unique unique (provider, subject)
);
create index identities__user on auth.identities (user_id);
comment on column auth.identities.subject is 'The provider''s own ID of the person; for provider email, the user ID.';

create table auth.sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1',
  amr jsonb not null,
  user_agent text,
  ip text,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz,
  constraint sessions__aal check (aal in ('aal1', 'aal2'))
);
create index sessions__user on auth.sessions (user_id);
comment on column auth.sessions.amr is 'How the person proved who they are, newest first: [{method, timestamp}].';

create table auth.refresh_tokens (
  id uuid primary key,
  token_hash text not null,
  session_id uuid not null references auth.sessions on delete cascade,
  parent_id uuid references auth.refresh_tokens on delete set null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint refresh_tokens__hash_unique unique (token_hash)
);
create unique index refresh_tokens__one_active on auth.refresh_tokens (session_id) where revoked_at is null;
create index refresh_tokens__session on auth.refresh_tokens (session_id);
create index refresh_tokens__parent on auth.refresh_tokens (parent_id);
comment on column auth.refresh_tokens.id is
  'The token is this ID under a key outside the database, so the active one can be handed out again when an answer was lost.';

create table auth.one_time_tokens (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  type text not null,
  recipient text not null,
  token_hash text,
  code_hash text,
  attempts smallint not null default 0,
  code_challenge text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint one_time_tokens__hash_unique unique (token_hash),
  constraint one_time_tokens__one_per_type unique (user_id, type),
  constraint one_time_tokens__type check (type in ('signup', 'invite', 'recovery', 'magiclink',
    'email_change_current', 'email_change_new', 'reauthentication', 'sms', 'phone_change'))
);
create index one_time_tokens__recipient on auth.one_time_tokens (recipient);
create index one_time_tokens__expiry on auth.one_time_tokens (expires_at);
comment on column auth.one_time_tokens.recipient is 'The e-mail address or phone number it was sent to, which alone it proves.';
comment on column auth.one_time_tokens.token_hash is 'Of the 256 bits in the link; null where only a code is sent.';
comment on column auth.one_time_tokens.code_hash is
  'Of the six digits, under a key outside the database; emptied after too many wrong attempts.';
comment on column auth.one_time_tokens.code_challenge is
  'S256 challenge of the client that asked for the mail (PKCE): the link then yields a code only that client can use.';

create table auth.pkce_codes (
  code_hash text primary key,
  user_id uuid not null references auth.users on delete cascade,
  method text not null,
  code_challenge text not null,
  provider_tokens_sealed text,
  expires_at timestamptz not null
);
create index pkce_codes__expiry on auth.pkce_codes (expires_at);
create index pkce_codes__user on auth.pkce_codes (user_id);
comment on column auth.pkce_codes.method is 'Becomes the amr of the session the code is exchanged for.';

create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_sealed text not null,
  signs_from timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint signing_keys__one_at_a_time unique (signs_from)
);
comment on column auth.signing_keys.signs_from is
  'Published from its creation, so that every cache knows it by then; the latest that has begun signs.';

-- Unlogged: a crash may forget the counts, nothing else.
create unlogged table auth.rate_limits (
  key text primary key,
  tokens double precision not null,
  updated_at timestamptz not null default now()
);
comment on table auth.rate_limits is 'Token buckets: what is left of a burst, refilled by the time passed since updated_at.';
create index rate_limits__age on auth.rate_limits (updated_at);

do $$
declare name text;
begin
  for name in select tablename from pg_tables where schemaname = 'auth' loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('create policy system_all on auth.%I to semblance_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on auth.%I to semblance_system', name);
  end loop;
end $$;
