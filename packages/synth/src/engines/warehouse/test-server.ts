/** Holds the address of a PostgreSQL that the test run has started. */
import { inject } from 'vitest'

const { host, user, password } = inject('postgres')

export const SERVER_URL = `postgres://${user}:${password}@localhost/postgres?host=${encodeURIComponent(host)}`
