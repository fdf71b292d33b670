/** Holds with `npm run test:long`: lists of cases are run whole, pages are inspected at every width. */
export const isLong = import.meta.env.TEST_LENGTH === 'long'

/** Returns one case of each kind, and in the long form the others, too. */
export const casesOf = <Case>(first: readonly Case[], others: readonly Case[]): Case[] =>
  isLong ? [...first, ...others] : [...first]
