/** What people of the sample marketplace, and a visitor, have written to support. */
import type { TicketPriority, TicketStatus } from '@semblance/contract'

type SampleTicket = {
  /** Null: somebody signed out. */
  from: string | null
  name: string
  email: string
  subject: string
  priority: TicketPriority
  /** Open or answered by who wrote last, unless staff has closed it. */
  status?: TicketStatus
  thread: { fromStaff: boolean; hoursAgo: number; body: string }[]
}

export const tickets: SampleTicket[] = [
  {
    from: 'client@sample.test',
    name: 'Claire Novak',
    email: 'client@sample.test',
    subject: 'Second invoice copy for our auditors',
    priority: 'low',
    thread: [
      {
        fromStaff: false,
        hoursAgo: 52,
        body: 'Our auditors ask for a second copy of the escrow receipt for Loyalty Program Members. Where do we find it?',
      },
      {
        fromStaff: true,
        hoursAgo: 47,
        body: 'Open the contract under Contracts and choose Download Contract: the PDF states price, fee and the day the funds were placed in escrow.',
      },
    ],
  },
  {
    from: 'vendor@sample.test',
    name: 'Victor Reyes',
    email: 'vendor@sample.test',
    subject: 'Upload stops at 80 percent',
    priority: 'high',
    thread: [
      {
        fromStaff: false,
        hoursAgo: 5,
        body: 'A 6 GB upload for Small Business Loan Book stops at about 80 percent on our office line. Does it start over when I choose the file again?',
      },
    ],
  },
  {
    from: null,
    name: 'Jonas Weber',
    email: 'jonas.weber@example.com',
    subject: 'Can a public authority register?',
    priority: 'medium',
    thread: [
      {
        fromStaff: false,
        hoursAgo: 27,
        body: 'We are a city administration and would like to buy mobility data. Are public authorities accepted as clients?',
      },
    ],
  },
  {
    from: 'vendor@sample.test',
    name: 'Victor Reyes',
    email: 'vendor@sample.test',
    subject: 'Payout to an account that we closed',
    priority: 'urgent',
    thread: [
      {
        fromStaff: false,
        hoursAgo: 3,
        body: 'We have closed the account ending in 8826 as of Friday. Please hold the next payout until the new one is entered.',
      },
      {
        fromStaff: true,
        hoursAgo: 2,
        body: 'Enter the new account under Banking and tax: a change holds every payout for three days, so nothing goes to the old one.',
      },
    ],
  },
  {
    from: 'client@sample.test',
    name: 'Claire Novak',
    email: 'client@sample.test',
    subject: 'Two people for one request',
    priority: 'medium',
    status: 'closed',
    thread: [
      {
        fromStaff: false,
        hoursAgo: 340,
        body: 'Can a colleague of mine answer questions on a request that I have posted?',
      },
      {
        fromStaff: true,
        hoursAgo: 331,
        body: 'Yes. Requests belong to your organization: everybody whom your administrator has admitted can answer.',
      },
    ],
  },
]
