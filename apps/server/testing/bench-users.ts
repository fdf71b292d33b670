/** Holds the accounts that bench/auth.ts signs in to. */
export const USERS = 16
export const PASSWORD = 'correct horse'
export const emailOf = (index: number) => `user-${index}@bench.test`
