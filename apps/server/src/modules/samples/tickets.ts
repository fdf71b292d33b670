/** What people of the sample marketplace, and a visitor, have written to support. */
export const tickets = [
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
] as const
