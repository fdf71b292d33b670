/**
 * Limits how long a test waits for what comes by itself, in ms: next to other suites a moment lasts ten times as
 * long, and events wait for the oldest transaction of all tests, such as the one that enters the sample marketplace.
 */
export const patienceMs = 240_000
