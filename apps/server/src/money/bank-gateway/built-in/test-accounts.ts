/**
 * Defines test accounts: the last four digits of the number decide what the built-in bank does with
 * it. docs/bank.md has the same table. 90NN fails with code RNN or, where the network allows that,
 * is returned after settlement.
 */

export type Failure = { code: string; when: 'at_once' | 'before_settlement' | 'after_settlement' }

export type TestScenario = {
  meaning: string
  /** Describes the failure of incoming money. */
  debit?: Failure
  /** Describes the failure of outgoing money: payouts and refunds. */
  credit?: Failure
  /** Accepts the transfer but loses the answer. */
  timesOut?: true
  /** Sets the delivery of its notices: three times, some banking days late, or the last one first. */
  notices?: 'tripled' | 'late' | 'reversed'
}

const fails = (code: string): Failure => ({ code, when: 'before_settlement' })
const comesBack = (code: string): Failure => ({ code, when: 'after_settlement' })
const refused = (code: string): Failure => ({ code, when: 'at_once' })

export const stories: Record<string, TestScenario> = {
  9001: { meaning: 'Insufficient funds', debit: fails('R01') },
  9002: { meaning: 'Account closed', debit: fails('R02'), credit: fails('R02') },
  9003: { meaning: 'No such account', debit: fails('R03'), credit: fails('R03') },
  9004: { meaning: 'Invalid account number', debit: fails('R04'), credit: fails('R04') },
  9005: { meaning: 'Unauthorized debit, noticed late', debit: comesBack('R05') },
  9007: { meaning: 'Authorization revoked, noticed late', debit: comesBack('R07') },
  9008: { meaning: 'Payment stopped', debit: fails('R08') },
  9009: { meaning: 'Uncollected funds', debit: fails('R09') },
  9010: { meaning: 'Not authorized, noticed late', debit: comesBack('R10') },
  9011: { meaning: 'Not as authorized, noticed late', debit: comesBack('R11') },
  9016: { meaning: 'Account frozen', debit: fails('R16'), credit: fails('R16') },
  9029: { meaning: 'Not authorized by the corporation', debit: fails('R29') },
  9113: { meaning: 'Invalid routing number', debit: refused('R13'), credit: refused('R13') },
  9200: { meaning: 'Accepted, but the answer is lost', timesOut: true },
  9300: { meaning: 'Each notice comes three times', notices: 'tripled' },
  9301: { meaning: 'Notices come late', notices: 'late' },
  9302: { meaning: 'Return before settlement', debit: comesBack('R10'), notices: 'reversed' },
  9402: { meaning: 'Pays in; closed when money goes out', credit: fails('R02') },
  9416: { meaning: 'Pays in; frozen when money goes out', credit: fails('R16') },
  9502: { meaning: 'Money out arrives, and comes back', credit: comesBack('R02') },
}

const ordinary: TestScenario = { meaning: 'An ordinary account' }

export const scenarioForAccount = (accountEnding: string): TestScenario =>
  stories[accountEnding] ?? ordinary
