/** Limits how long a component test waits for what a page shows, in ms: other suites may run as well. */
export const patienceMs = 30_000
