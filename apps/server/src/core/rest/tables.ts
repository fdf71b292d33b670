/**
 * Describes a table of the table protocol with its columns; row-level security decides on the rows.
 */

export type Table = {
  name: string
  columns: string[]
  /** The primary key: what an upsert goes by when nothing else is named. */
  key: string[]
  writes: ('insert' | 'update')[]
  /** Readable only by naming a value of this column; the policy finds it in `setting`. */
  lookup?: { column: string; setting: string }
  /** Names the column with the user whose rows these are. */
  owner?: string
  /** Says that no caller reads it here. */
  isWriteOnly?: true
}

const profiles: Table = {
  name: 'profiles',
  columns: [
    'user_id',
    'email',
    'first_name',
    'last_name',
    'company_name',
    'job_title',
    'phone',
    'organization',
    'membership',
    'created_at',
    'updated_at',
  ],
  key: ['user_id'],
  owner: 'user_id',
  writes: ['update'],
}

const userRoles: Table = {
  name: 'user_roles',
  columns: ['user_id', 'role'],
  key: ['user_id', 'role'],
  owner: 'user_id',
  writes: [],
}

/** Only what a sign-up form needs to check an ID; members read the rest through the API. */
const organizations: Table = {
  name: 'organizations',
  columns: ['organization_id', 'name', 'is_active'],
  key: ['organization_id'],
  writes: [],
  lookup: { column: 'organization_id', setting: 'request.organization_id' },
}

const businessApplications: Table = {
  name: 'business_applications',
  columns: [
    'id',
    'business_name',
    'business_website',
    'business_email',
    'registration_number',
    'business_address',
    'city',
    'country',
    'industry',
    'business_description',
    'contact_person',
    'contact_phone',
    'intent',
    'status',
    'decision_reason',
    'decided_by',
    'decided_at',
    'created_at',
  ],
  key: ['id'],
  isWriteOnly: true,
  writes: ['insert'], // decisions go through the applications API, which creates the organization
}

export const tables = new Map(
  [profiles, userRoles, organizations, businessApplications].map((table) => [table.name, table]),
)
