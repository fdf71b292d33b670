/**
 * Lists the refusals of what was measured on a vendor's own premises; `errors.ts` joins them with all others. Those that end
 * a measurement are the reason of its delivery, too: each says what to do.
 */
export const measurementErrors = {
  measurement_open: {
    status: 409,
    message:
      'A delivery of this contract is under way already. Finish it, or take it back on its page, before you begin another.',
  },
  measurement_ended: {
    status: 409,
    message:
      'This measurement has ended, and nothing more is accepted for it. Begin a new one; it is paid for from the source again.',
  },
  measurement_not_begun: {
    status: 409,
    message:
      'Nothing may be sent before the measurement was announced. Deliver with the command semblance deliver, which announces it before it counts.',
  },
  engine_too_old: {
    status: 409,
    message:
      'This engine is older than the one that draws the twin here. Update semblance, and deliver again.',
  },
  engine_too_new: {
    status: 409,
    message:
      'This engine is newer than the one that draws the twin here. Install the version of semblance that the platform names, and deliver again.',
  },
  statement_invalid: {
    status: 409,
    message:
      'The signed statement does not hold for this measurement. Run the command again in the same directory: it signs anew and measures nothing again.',
  },
  rows_differ: {
    status: 409,
    message:
      'The rows are others than those that were announced. Restore the files as they were at the announcement and run the command again in the same directory, or give the delivery up by --abandon.',
  },
  signing_key_revoked: {
    status: 409,
    message:
      'The statement is signed by a key that was revoked. Have an administrator register another one, and run the command again with it: nothing is measured again.',
  },
  model_missing: {
    status: 409,
    message: 'The model has not arrived. Send it before the statement.',
  },
  model_of_other_measurement: {
    status: 409,
    message:
      'This model was delivered under another measurement already. Measure for this contract, in a directory of its own.',
  },
  model_unreadable: {
    status: 409,
    message:
      'The model cannot be read as one that twins can be drawn from. Measure again with the command of this release, and deliver its file unchanged.',
  },
  model_too_new: {
    status: 409,
    message:
      'The model was written by a newer engine than the one here. Measure with the engine version that the measurement names.',
  },
  model_too_large: {
    status: 409,
    message:
      'The twin of this model has more than 500 million values (rows times columns), or takes more memory to draw than one delivery may. Measure again with fewer rows or columns.',
  },
  ledger_exceeds_terms: {
    status: 409,
    message:
      'What the model states that it has cost, or the noise in it, goes beyond the agreed privacy level. Measure again at the agreed ε, without changing the command’s terms.',
  },
  model_without_noise: {
    status: 409,
    message:
      'The figures of the model do not have the noise that it states, so it would not protect the rows. Measure again with the command, and deliver its file unchanged.',
  },
  twin_differs: {
    status: 409,
    message:
      'The twin that the platform draws from the model is not the one that was evaluated. Use the engine version that the measurement names, on the file as it was sent, and deliver again.',
  },
} as const

/** Lists the refusals that end a measurement once its statement is accepted. */
export const measurementRefusals = [
  'model_unreadable',
  'model_too_new',
  'model_too_large',
  'ledger_exceeds_terms',
  'model_without_noise',
  'twin_differs',
] as const
export type MeasurementRefusal = (typeof measurementRefusals)[number]
