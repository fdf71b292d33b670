import { expect, it } from 'vitest'
import { exportLines } from '../../../testing/export-lines.ts'
import { organizationColumns } from './admin/organization-columns.tsx'
import { userColumns } from './admin/user-columns.tsx'
import { applicationColumns } from './applications/application-history.tsx'
import { acceptanceColumns } from './legal/acceptance-columns.tsx'
import { employeeRequestColumns } from './organizations/employee-requests.tsx'
import { invitationColumns } from './organizations/invitations-panel.tsx'
import { memberColumns } from './organizations/member-columns.tsx'
import { ticketColumns } from './support/own-tickets.tsx'
import { staffTicketColumns } from './support/ticket-queue.tsx'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9, 30))

it('exports organizations', async () => {
  expect(
    await exportLines(
      organizationColumns(() => {}),
      {
        name: 'Acme',
        organizationId: 'ORG-1',
        email: 'hello@acme.test',
        isClient: true,
        isVendor: true,
        membersCount: 3,
        openContractsCount: 1,
        isSample: false,
        createdAt: at(1),
        status: 'suspended',
        statusReason: 'Unpaid',
        statusChangedAt: at(2),
        statusChangedBy: 'Bea',
      },
    ),
  ).toMatchInlineSnapshot(`
    [
      "Organization,Organization ID,E-mail,Approved as,People,Open contracts,Sample data,Since,Status,Reason,Changed,Changed by",
      "Acme,ORG-1,hello@acme.test,Client and Vendor,3,1,No,2026-11-01T09:30:00Z,Suspended,Unpaid,2026-11-02T09:30:00Z,Bea",
      "",
    ]
  `)
})

it('exports users of every organization', async () => {
  expect(
    await exportLines(userColumns, {
      name: 'Ada',
      email: 'ada@acme.test',
      organizationName: 'Acme',
      jobTitle: 'Analyst',
      roles: ['client', 'admin'],
      lastSignInAt: at(3),
      sessionsCount: 2,
      createdAt: at(1),
      isDeactivated: false,
      isEmailConfirmed: true,
      membership: 'active',
    }),
  ).toMatchInlineSnapshot(`
    [
      "Name,E-mail,Organization,Role,Rights,Last sign-in,Sessions,Since,Status",
      "Ada,ada@acme.test,Acme,Analyst,"Client, Administrator",2026-11-03T09:30:00Z,2,2026-11-01T09:30:00Z,Active",
      "",
    ]
  `)
})

it('exports applications', async () => {
  expect(
    await exportLines(applicationColumns, {
      businessName: 'Acme',
      industry: 'healthcare',
      contactPerson: 'Ada',
      businessEmail: 'hello@acme.test',
      contactPhone: '+1 555 0100',
      businessWebsite: 'https://acme.test',
      registrationNumber: 'HRB 1',
      businessAddress: '1 Main St',
      city: 'Springfield',
      country: 'us',
      createdAt: at(4),
      status: 'approved',
      organizationId: 'ORG-1',
      decisionReason: null,
      decidedBy: 'Bea',
      decidedAt: at(5),
    }),
  ).toMatchInlineSnapshot(`
    [
      "Business,Industry,Contact person,E-mail,Phone,Website,Registration number,Address,City,Country,Applied,Decision,Organization ID,Reason,Decided by,Decided",
      "Acme,Healthcare,Ada,hello@acme.test,'+1 555 0100,https://acme.test,HRB 1,1 Main St,Springfield,us,2026-11-04T09:30:00Z,Approved,ORG-1,,Bea,2026-11-05T09:30:00Z",
      "",
    ]
  `)
})

it('exports members', async () => {
  expect(
    await exportLines(
      memberColumns({ canManage: true, offered: ['requester', 'finance'], spendingOf: null }),
      {
        name: 'Ada',
        email: 'ada@acme.test',
        role: 'Analyst',
        isAdmin: false,
        roles: ['finance'],
        joinedAt: at(6),
        status: 'active',
      },
    ),
  ).toMatchInlineSnapshot(`
    [
      "Name,E-mail,Job title,Role,Joined,Status",
      "Ada,ada@acme.test,Analyst,Finance,2026-11-06T09:30:00Z,Active",
      "",
    ]
  `)
})

it('exports employee requests', async () => {
  expect(
    await exportLines(employeeRequestColumns, {
      name: 'Ada',
      email: 'ada@acme.test',
      role: 'Analyst',
      requestedAt: at(7),
    }),
  ).toMatchInlineSnapshot(`
    [
      "Name,E-mail,Role,Requested",
      "Ada,ada@acme.test,Analyst,2026-11-07T09:30:00Z",
      "",
    ]
  `)
})

it('exports invitations', async () => {
  expect(
    await exportLines(invitationColumns, {
      email: 'ada@acme.test',
      invitedBy: 'Bea',
      invitedAt: at(8),
      expiresAt: at(15),
    }),
  ).toMatchInlineSnapshot(`
    [
      "E-mail,Invited by,Invited,Open until",
      "ada@acme.test,Bea,2026-11-08T09:30:00Z,2026-11-15T09:30:00Z",
      "",
    ]
  `)
})

const ticket = {
  id: 'TKT-1',
  subject: 'Help',
  priority: 'high',
  status: 'open',
  contractId: 'CTR-3',
  createdAt: at(9),
  updatedAt: at(10),
} as const

it("exports a person's tickets", async () => {
  expect(await exportLines(ticketColumns, ticket)).toMatchInlineSnapshot(`
    [
      "Ticket,Subject,Priority,Status,Contract,Opened,Last word",
      "TKT-1,Help,High,Open,CTR-3,2026-11-09T09:30:00Z,2026-11-10T09:30:00Z",
      "",
    ]
  `)
})

it('exports tickets for staff, with who wrote them', async () => {
  expect(
    await exportLines(staffTicketColumns, {
      ...ticket,
      name: 'Ada',
      email: 'ada@acme.test',
      organizationName: 'Acme',
      assignee: { name: 'Bea' },
    }),
  ).toMatchInlineSnapshot(`
    [
      "Ticket,Subject,Priority,Status,Contract,Opened,Last word,Name,E-mail,Organization,Assigned to",
      "TKT-1,Help,High,Open,CTR-3,2026-11-09T09:30:00Z,2026-11-10T09:30:00Z,Ada,ada@acme.test,Acme,Bea",
      "",
    ]
  `)
})

it('exports accepted documents', async () => {
  expect(
    await exportLines(acceptanceColumns(true), {
      person: 'Ann',
      document: 'license',
      version: 'a1',
      dated: '2026-11-25',
      act: 'checkout',
      object: 'CTR-7',
      address: '192.0.2.7',
      hadSecondFactor: true,
      at: at(3),
    }),
  ).toMatchInlineSnapshot(`
    [
      "Document,Version of,SHA-256,Accepted by,With,From,Second factor,When",
      "Data License,2026-11-25,a1,Ann,Payment CTR-7,192.0.2.7,Yes,2026-11-03T09:30:00Z",
      "",
    ]
  `)
})
