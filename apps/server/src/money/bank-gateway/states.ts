/**
 * Defines the states of an instruction. It never returns to an earlier one, so events may arrive
 * twice, late or out of order.
 */
import type { OutcomeType } from './port.ts'

export type InstructionState =
  | 'queued'
  | 'submitted'
  | 'settled'
  | 'failed'
  | 'returned'
  | 'canceled'

/** `wait`: an event that comes before this one is still missing. `repeated`: nothing new. `contradiction`: the bank takes back what it said. */
type Step = 'apply' | 'wait' | 'repeated' | 'contradiction'

export const instructionSteps: Record<OutcomeType, Record<InstructionState, Step>> = {
  settled: {
    queued: 'apply', // the event overtook the answer to our request
    submitted: 'apply',
    settled: 'repeated',
    returned: 'repeated',
    failed: 'contradiction',
    canceled: 'contradiction',
  },
  failed: {
    queued: 'apply',
    submitted: 'apply',
    failed: 'repeated',
    settled: 'contradiction',
    returned: 'contradiction',
    canceled: 'contradiction',
  },
  returned: {
    queued: 'wait',
    submitted: 'wait',
    settled: 'apply',
    returned: 'repeated',
    failed: 'contradiction',
    canceled: 'contradiction',
  },
}
