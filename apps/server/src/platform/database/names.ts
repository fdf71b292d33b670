/** Names of people as SQL, of the profile with an alias. */
import { type RawBuilder, sql } from 'kysely'

/** Returns first and last name, null where neither was given. */
export const fullName = (alias: string): RawBuilder<string | null> =>
  sql`nullif(btrim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`

/** Returns the name, or the e-mail address where no name was given. */
export const nameOrEmail = (alias: string): RawBuilder<string> =>
  sql`coalesce(${fullName(alias)}, ${sql.ref(`${alias}.email`)})`
