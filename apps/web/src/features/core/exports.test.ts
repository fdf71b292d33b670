import { expect, it } from 'vitest'
import { notificationColumns } from '@/components/layout/notifications/notification-panel.tsx'
import { exportLines } from '../../../testing/export-lines.ts'
import { auditColumns } from './audit/audit-columns.tsx'
import { jobColumns } from './jobs/job-columns.tsx'
import { scheduleColumns } from './jobs/schedule-list.tsx'
import { mailColumns } from './mails/mail-columns.tsx'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9, 30))

it('exports the audit log, steps of the platform under its name', async () => {
  const row = {
    seq: 12n,
    at: at(1),
    actorName: 'Ada',
    actorEmail: 'ada@sample.test',
    action: 'payout.retried',
    object: 'payout 1',
    detail: { attempt: 2 },
    leaf: { log: 1, index: 7n },
    commitment: 'c0ffee',
  }
  expect(
    await exportLines(
      auditColumns(() => {}),
      row,
      {
        ...row,
        actorName: null,
        actorEmail: null,
        leaf: null,
        commitment: null,
      },
    ),
  ).toMatchInlineSnapshot(`
    [
      "Number,When,By,E-mail,Action,Object,Detail,Leaf,Commitment",
      "12,2026-11-01T09:30:00Z,Ada,ada@sample.test,payout.retried,payout 1,"{""attempt"":2}",7,c0ffee",
      "12,2026-11-01T09:30:00Z,The platform,,payout.retried,payout 1,"{""attempt"":2}",,",
      "",
    ]
  `)
})

it('exports jobs', async () => {
  expect(
    await exportLines(
      jobColumns(() => {}),
      {
        id: '8',
        task: 'no.such',
        key: 'k-1',
        state: 'retrying',
        attempts: 2,
        maxAttempts: 5,
        createdAt: at(2),
        runAt: at(3),
        lastError: 'Timed out',
      },
    ),
  ).toMatchInlineSnapshot(`
    [
      "Job,Task,What it does,Key,State,Tries,Tries at most,Asked for,Due,Last error",
      "8,no.such,no.such,k-1,retrying,2,5,2026-11-02T09:30:00Z,2026-11-03T09:30:00Z,Timed out",
      "",
    ]
  `)
})

it('exports scheduled tasks', async () => {
  expect(
    await exportLines(scheduleColumns, { task: 'no.such', lastRunAt: at(4), knownSince: at(1) }),
  ).toMatchInlineSnapshot(`
    [
      "Task,What it does,Last run,Known since",
      "no.such,no.such,2026-11-04T09:30:00Z,2026-11-01T09:30:00Z",
      "",
    ]
  `)
})

it('exports mail', async () => {
  expect(
    await exportLines(
      mailColumns(() => {}),
      {
        recipient: 'ada@sample.test',
        subject: 'Welcome',
        state: 'sent',
        createdAt: at(5),
        sentAt: at(6),
        failedAt: null,
        returnedAt: at(7),
        attempts: 1,
        failure: 'Refused once',
      },
    ),
  ).toMatchInlineSnapshot(`
    [
      "To,Subject,State,Written,Sent,Refused,Came back,Address refused,Tries,Last error",
      "ada@sample.test,Welcome,sent,2026-11-05T09:30:00Z,2026-11-06T09:30:00Z,,2026-11-07T09:30:00Z,,1,Refused once",
      "",
    ]
  `)
})

it('exports notifications', async () => {
  expect(
    await exportLines(notificationColumns, {
      type: 'offer',
      title: 'New offer',
      message: 'From Meridian',
      createdAt: at(7),
      read: false,
    }),
  ).toMatchInlineSnapshot(`
    [
      "Type,Title,Message,Received,Read",
      "Offer,New offer,From Meridian,2026-11-07T09:30:00Z,No",
      "",
    ]
  `)
})
