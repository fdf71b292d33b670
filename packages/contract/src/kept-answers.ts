/** Lists the changes whose answers hold secrets, which no Idempotency-Key keeps. */
const secretAnswers: ReadonlySet<string> = new Set([
  'keys.create',
  'keys.rotate',
  'webhooks.create',
  'webhooks.rotateSecret',
  'deliveries.archiveLink',
  'deliveries.checksumsLink',
  'deliveries.convert',
  'deliveries.fileLink',
])

/** Returns true if the answer of this change is kept for a repetition; others are refused with an Idempotency-Key. */
export const isAnswerKept = (procedure: string): boolean => !secretAnswers.has(procedure)
