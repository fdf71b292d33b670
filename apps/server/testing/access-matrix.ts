/**
 * Who may do what with which row. Every row is organization A's, and of A's plain member where rows are a
 * person's own. A table of the schema that has no line here fails the test.
 */

/** `anon` is signed out; `visitor` too, where A is the sample organization that visitors look at. */
export const roles = ['anon', 'visitor', 'stranger', 'member', 'other', 'admin', 'staff'] as const
export type Role = (typeof roles)[number]

export const verbs = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

export type Line = {
  table: string
  /** Which of the table's rows, as SQL; null where no role gets far enough to need one. */
  row: string | null
  /** What an update tries, where writing back the same values would break a rule. */
  set?: string
} & Record<Verb, readonly Role[]>

const nobody: readonly Role[] = []
const everybody = roles
const signedIn: readonly Role[] = ['stranger', 'member', 'other', 'admin', 'staff']
const organization: readonly Role[] = ['member', 'admin']
const none = { select: nobody, insert: nobody, update: nobody, delete: nobody }

const line = (
  table: string,
  row: string,
  rights: Partial<Record<Verb, readonly Role[]>>,
): Line => ({
  table: `public.${table}`,
  row,
  ...none,
  ...rights,
})

const closed = (schema: string, ...tables: string[]): Line[] =>
  tables.map((table) => ({ table: `${schema}.${table}`, row: null, ...none }))

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
  line('dprs', `id = 'DPR-1'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    insert: organization,
  }),
  // An open request is on the market: that is what it is for.
  line('dprs', `id = 'DPR-2'`, {
    select: ['visitor', ...signedIn],
    insert: organization,
  }),
  // As a client, A decides on what it received; as a vendor, it sends.
  line('offers', `id = 'OFR-1'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    update: organization,
  }),
  line('offers', `id = 'OFR-3'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    insert: organization,
  }),
  line('contracts', `id = 'CTR-1'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    insert: organization,
  }),
  line('contracts', `id = 'CTR-3'`, { select: ['visitor', 'member', 'admin', 'staff'] }),
  line('payments', `contract_id = 'CTR-1'`, { select: organization }),
  {
    ...line('uploads', `contract_id = 'CTR-3'`, {
      select: organization,
      insert: organization,
      update: organization,
    }),
    set: `state = 'submitted'`,
  },
  // A's own delivery; one that A received; one to A that the platform refused.
  line('deliveries', `contract_id = 'CTR-3'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
    insert: organization,
  }),
  line('deliveries', `contract_id = 'CTR-1' and status = 'ready'`, {
    select: ['visitor', 'member', 'admin', 'staff'],
  }),
  line('deliveries', `contract_id = 'CTR-1' and status = 'refused'`, { select: ['staff'] }),
  line('delivery_files', `name = 'received.csv'`, { select: ['visitor', 'member', 'admin'] }),
  line('delivery_files', `name = 'sent.csv'`, {}),
  ...closed('public', 'schema_migrations'),
  ...closed('app', 'mails', 'internal_reports'),
  ...closed('auth', 'users', 'identities', 'sessions', 'refresh_tokens', 'one_time_tokens'),
  ...closed('auth', 'pkce_codes', 'signing_keys', 'rate_limits'),
  ...closed('auth', 'factors', 'challenges', 'oauth_flows'),
  ...closed('ledger', 'chart', 'account', 'balance', 'entry', 'movement', 'outbox'),
]
