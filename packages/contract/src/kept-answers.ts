/** Lists the changes whose answers hold a new secret. A second one would make another, or replace the first. */
const secretAnswers: ReadonlySet<string> = new Set([
  'keys.create',
  'keys.rotate',
  'webhooks.create',
  'webhooks.rotateSecret',
])

/** Lists those whose answers hold a link that lasts minutes. A second one makes another link to the same file. */
const linkAnswers: ReadonlySet<string> = new Set([
  'deliveries.archiveLink',
  'deliveries.checksumsLink',
  'deliveries.convert',
  'deliveries.fileLink',
  'deliveries.readTable',
  'shipments.fileLink',
])

/**
 * Lists those that have the same effect when they are sent again: the caller names what they are about, and some of their
 * answers hold a key, or what nobody else may learn.
 */
const repeatedByName: ReadonlySet<string> = new Set([
  'answering.set',
  'measurements.abandon',
  'measurements.begin',
  'measurements.report',
  'measurements.reserve',
  'measurements.state',
])

/** Returns true if the answer of this change is kept for a repetition; others are refused with an Idempotency-Key. */
export const isAnswerKept = (procedure: string): boolean =>
  !secretAnswers.has(procedure) && !linkAnswers.has(procedure) && !repeatedByName.has(procedure)

/**
 * Returns true if a program may send this call again without knowing whether it was done, with its
 * Idempotency-Key where answers are kept.
 */
export const isRepeatable = (procedure: string): boolean => !secretAnswers.has(procedure)
