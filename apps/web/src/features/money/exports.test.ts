import { expect, it } from 'vitest'
import { exportLines } from '../../../testing/export-lines.ts'
import { accountColumns } from './accounting/account-list.tsx'
import { accountStatementColumns } from './accounting/account-statement.tsx'
import { adjustmentColumns } from './accounting/adjustment-screen.tsx'
import { legColumns } from './accounting/entry-list.tsx'
import { trialBalanceColumns } from './accounting/ledger-overview.tsx'
import { bankStatementColumns, breakColumns } from './accounting/reconciliation.tsx'
import { staffDisputeColumns } from './disputes/staff/staff-dispute-columns.tsx'
import { monthColumns } from './earnings/monthly-statement.tsx'
import { earningColumns } from './earnings/transactions.tsx'
import { invoiceColumns } from './payments/invoice-list.tsx'
import { moneyHistoryColumns } from './payments/money-history.tsx'
import { attentionColumns } from './payouts/payout-attention.tsx'
import { payoutColumns } from './payouts/payout-history.tsx'
import { chargeColumns } from './subscriptions/charge-columns.tsx'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9, 30))

it('exports earnings', async () => {
  expect(
    await exportLines(earningColumns, {
      id: 'TXN-7',
      contractId: 'CTR-3',
      project: 'Claims, synthetic',
      clientName: 'Acme',
      part: 'upfront',
      amountCents: 123_405n,
      backForAccuracyCents: 20_000n,
      status: 'pending',
      date: at(2),
      paymentMethod: 'Bank transfer',
    }),
  ).toMatchInlineSnapshot(`
    [
      "Transaction,Contract,Project,Client,Part,Amount (USD),Back for accuracy (USD),Status,Date,Payment method",
      "TXN-7,CTR-3,"Claims, synthetic",Acme,Upfront share,1234.05,200.00,Pending,2026-11-02T09:30:00Z,Bank transfer",
      "",
    ]
  `)
})

it('exports a month', async () => {
  expect(
    await exportLines(monthColumns, {
      kind: 'payout_returned',
      contractId: 'CTR-3',
      project: 'Claims',
      at: at(3),
      amountCents: -5n,
      backForAccuracyCents: null,
      balanceCents: 1_000n,
    }),
  ).toMatchInlineSnapshot(`
    [
      "What happened,Contract,Project,Date,Amount (USD),Back for accuracy (USD),Balance (USD)",
      "Payout returned,CTR-3,Claims,2026-11-03T09:30:00Z,-0.05,,10.00",
      "",
    ]
  `)
})

it("exports a contract's payments", async () => {
  expect(
    await exportLines(moneyHistoryColumns, {
      kind: 'release',
      status: 'failed',
      failure: 'The account is closed',
      date: at(4),
      method: 'ACH',
      transactionId: 'tr_1',
      amountCents: 250_000n,
    }),
  ).toMatchInlineSnapshot(`
    [
      "Type,Status,Problem,Date,Method,Transaction ID,Amount (USD)",
      "Release to vendor,Failed,The account is closed,2026-11-04T09:30:00Z,ACH,tr_1,2500.00",
      "",
    ]
  `)
})

it('exports invoices, and credit notes below zero', async () => {
  expect(
    await exportLines(
      invoiceColumns,
      {
        number: 'INV-1',
        kind: 'invoice',
        contractId: 'CTR-3',
        item: 'Escrow',
        purchaseOrder: 'PO-7',
        status: 'paid',
        date: at(5),
        amountCents: 99n,
      },
      { number: 'CN-1', kind: 'credit_note', status: 'completed', amountCents: 99n },
    ),
  ).toMatchInlineSnapshot(`
    [
      "Number,Kind,Contract,Item,Purchase order,Cost center,Status,Date,Amount (USD)",
      "INV-1,Invoice,CTR-3,Escrow,PO-7,,Paid,2026-11-05T09:30:00Z,0.99",
      "CN-1,Credit note,,,,,Completed,,-0.99",
      "",
    ]
  `)
})

it('exports payouts, and no day of payment for one sent back', async () => {
  const payout = {
    items: [{ project: 'Claims' }, { project: 'Visits' }],
    state: 'paid',
    failure: null,
    bankName: 'First Bank',
    accountLast4: '6789',
    createdAt: at(6),
    paidAt: at(7),
    amountCents: 10_000n,
  } as const
  expect(
    await exportLines(payoutColumns, payout, {
      ...payout,
      state: 'returned',
      failure: 'No such account',
    }),
  ).toMatchInlineSnapshot(`
    [
      "Payout for,Status,Problem,Bank,Account ending in,Sent,Paid,Amount (USD)",
      "Claims; Visits,Paid,,First Bank,6789,2026-11-06T09:30:00Z,2026-11-07T09:30:00Z,100.00",
      "Claims; Visits,Failed,No such account,First Bank,6789,2026-11-06T09:30:00Z,,100.00",
      "",
    ]
  `)
})

it('exports payouts that need attention', async () => {
  expect(
    await exportLines(attentionColumns, {
      vendorName: 'Meridian',
      bankName: 'First Bank',
      accountLast4: '6789',
      failureCode: 'R03',
      failure: 'No account',
      createdAt: at(8),
      amountCents: 10_000n,
    }),
  ).toMatchInlineSnapshot(`
    [
      "Vendor,Bank,Account ending in,Code,Why,First sent,Amount (USD)",
      "Meridian,First Bank,6789,R03,No account,2026-11-08T09:30:00Z,100.00",
      "",
    ]
  `)
})

it('exports disputes', async () => {
  expect(
    await exportLines(staffDisputeColumns, {
      id: 'DSP-1',
      contractId: 'CTR-3',
      title: 'Claims',
      clientName: 'Acme',
      vendorName: 'Meridian',
      openedBy: 'client',
      reason: 'quality',
      stakeCents: 500_000n,
      status: 'escalated',
      openedAt: at(9),
      answeredAt: null,
      answerDueAt: at(10),
      negotiateUntil: at(11),
      movedAt: at(12),
    }),
  ).toMatchInlineSnapshot(`
    [
      "Dispute,Contract,Title,Client,Vendor,Opened by,Reason,At stake (USD),Status,Opened,Answered,Answer due,Agreement until,Last step",
      "DSP-1,CTR-3,Claims,Acme,Meridian,Client,Accuracy or privacy is below what was agreed,5000.00,Under Review,2026-11-09T09:30:00Z,,2026-11-10T09:30:00Z,2026-11-11T09:30:00Z,2026-11-12T09:30:00Z",
      "",
    ]
  `)
})

it("exports an account's statement", async () => {
  expect(
    await exportLines(accountStatementColumns, {
      entryId: 'e-1',
      kind: 'fund',
      effectiveAt: at(13),
      contractId: 'CTR-3',
      otherCode: 'cash_trust',
      amountCents: -100n,
      balanceCents: 100n,
    }),
  ).toMatchInlineSnapshot(`
    [
      "Entry,What happened,When,Contract,Other account,Amount (USD),Balance (USD)",
      "e-1,Payment sent to the bank,2026-11-13T09:30:00Z,CTR-3,cash_trust,-1.00,1.00",
      "",
    ]
  `)
})

it("exports an entry's legs, a line each", async () => {
  const entry = {
    id: 'e-1',
    kind: 'fund',
    effectiveAt: at(14),
    contractId: 'CTR-3',
    organizationName: 'Acme',
  } as const
  expect(
    await exportLines(legColumns, {
      entry,
      leg: { dr: 'cash_trust', cr: 'escrow:CTR-3', amountCents: 100n },
    }),
  ).toMatchInlineSnapshot(`
    [
      "Entry,What happened,When,Contract,Organization,Debit,Credit,Amount (USD)",
      "e-1,Payment sent to the bank,2026-11-14T09:30:00Z,CTR-3,Acme,cash_trust,escrow:CTR-3,1.00",
      "",
    ]
  `)
})

it('exports accounts', async () => {
  expect(
    await exportLines(accountColumns, {
      code: 'escrow:CTR-3',
      subject: 'Acme',
      meaning: 'Held for a contract',
      contractId: 'CTR-3',
      debitsCents: 1n,
      creditsCents: 20n,
      balanceCents: 19n,
    }),
  ).toMatchInlineSnapshot(`
    [
      "Account,Of,Meaning,Contract,Debits (USD),Credits (USD),Balance (USD)",
      "escrow:CTR-3,Acme,Held for a contract,CTR-3,0.01,0.20,0.19",
      "",
    ]
  `)
})

it('exports the trial balance', async () => {
  expect(
    await exportLines(trialBalanceColumns, {
      kind: 'escrow_frozen',
      meaning: 'Held for disputes',
      accountsCount: 2,
      debitsCents: 1n,
      creditsCents: 20n,
      balanceCents: 19n,
      isDebitNormal: false,
    }),
  ).toMatchInlineSnapshot(`
    [
      "Account,Meaning,Accounts,Debits (USD),Credits (USD),Balance (USD),Normal side",
      "Escrow frozen,Held for disputes,2,0.01,0.20,0.19,Credit",
      "",
    ]
  `)
})

it('exports differences between bank and books', async () => {
  expect(
    await exportLines(breakColumns, {
      kind: 'amount_differs',
      reference: 'po_1',
      day: '2026-11-15',
      statementCents: 100n,
      ledgerCents: 101n,
      differenceCents: -1n,
      resolution: 'Bank fee',
    }),
  ).toMatchInlineSnapshot(`
    [
      "Difference,Reference,Day,Bank (USD),Books (USD),Difference (USD),Explanation",
      "Another amount,po_1,2026-11-15,1.00,1.01,-0.01,Bank fee",
      "",
    ]
  `)
})

it("exports the bank's statements", async () => {
  expect(
    await exportLines(bankStatementColumns, {
      day: '2026-11-15',
      provider: 'stripe',
      linesCount: 3,
      matchedCount: 2,
      statementCents: 100n,
      ledgerCents: 101n,
    }),
  ).toMatchInlineSnapshot(`
    [
      "Day,Bank,Lines,Lines that agree,Bank (USD),Books (USD)",
      "2026-11-15,stripe,3,2,1.00,1.01",
      "",
    ]
  `)
})

it('exports adjustments', async () => {
  expect(
    await exportLines(adjustmentColumns, {
      form: 'fee_sweep',
      reverses: null,
      organizationName: 'Acme',
      reason: 'End of month',
      amountCents: 2_500n,
      state: 'approved',
      proposedBy: 'Ada',
      proposedAt: at(16),
      decidedBy: 'Bea',
      decidedAt: at(17),
      decisionNote: 'Fine',
    }),
  ).toMatchInlineSnapshot(`
    [
      "Adjustment,Takes back,Organization,Reason,Amount (USD),State,Proposed by,Proposed,Decided by,Decided,Note",
      "Fee sweep,,Acme,End of month,25.00,Approved,Ada,2026-11-16T09:30:00Z,Bea,2026-11-17T09:30:00Z,Fine",
      "",
    ]
  `)
})

it("exports a plan's payments", async () => {
  expect(
    await exportLines(chargeColumns(true, true), {
      plan: 'professional',
      periodStart: at(1),
      periodEnd: at(18),
      status: 'paid',
      submittedAt: at(19),
      account: { bankName: 'First Bank', last4: '6789' },
      amountCents: 2_900n,
      invoiceNumber: 'INV-2',
    }),
  ).toMatchInlineSnapshot(`
    [
      "Plan,Period from,Period to,Status,Date,Account,Amount (USD),Receipt",
      "Professional,2026-11-01T09:30:00Z,2026-11-18T09:30:00Z,Paid,2026-11-19T09:30:00Z,First Bank 6789,29.00,INV-2",
      "",
    ]
  `)
})
