/** Maps ACH return codes of refused or returned payments to sentences that explain the next step. */

const whatToDo: Record<string, string> = {
  R01: 'The account does not hold enough money. Add funds or use another account, and pay again.',
  R02: 'The account is closed. Pay from another account.',
  R03: 'The bank found no account with this number and name. Check the account number and the account holder, and pay again.',
  R04: 'The account number is not one the bank can use. Check its digits, and pay again.',
  R05: 'The account is a personal one that does not take company debits. Pay from a business account.',
  R07: 'The account holder has withdrawn the authorization. Ask your bank to allow the debit, or pay from another account.',
  R08: 'The account holder has stopped this payment. Ask your bank to lift the stop, or pay from another account.',
  R09: 'The money in the account has not cleared yet. Pay again when it has, or use another account.',
  R10: 'The account holder says that this debit was not authorized. Pay from an account your organization may use.',
  R11: 'The account holder says that this debit is not what was authorized. Check the amount with your bank, and pay again.',
  R13: 'The routing number belongs to no bank that takes part. Check its nine digits, and pay again.',
  R16: 'The account is frozen. Talk to your bank, or pay from another account.',
  R20: 'The account does not take debits. Pay from a checking account.',
  R29: 'The company says that this debit was not authorized. Ask your bank to allow debits by Semblance, and pay again.',
}

/** Maps codes to sentences; any other code uses `failureText`. */
export const failureTexts: Readonly<Record<string, string>> = whatToDo

export function failureText(code: string | null): string {
  return (
    (code && failureTexts[code]) ||
    'The bank did not make this payment. Check the details or use another account, and pay again.'
  )
}
