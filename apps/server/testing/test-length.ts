/** Holds with `npm run test:long`: lists of cases are run whole, datasets are made from whole files. */
export const isLong = process.env.TEST_LENGTH === 'long'

/** Returns one case of each kind, and in the long form the others alone. Its test has the tag `scaled`. */
export const casesOf = <Case>(first: readonly Case[], others: readonly Case[]): Case[] =>
  isLong ? [...others] : [...first]
