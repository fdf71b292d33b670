/** Holds with `npm run test:long`: suites have their full length. */
export const isLong = process.env.TEST_LENGTH === 'long'
