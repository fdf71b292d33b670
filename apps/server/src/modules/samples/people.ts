/** Who can sign in to the sample marketplace, who waits to be let in, and who has left. */
import type { CompanyKey } from './companies.ts'

export const samplePassword = 'semblance'

export type Person = {
  email: string
  /** Null: of the platform's own staff. */
  company: CompanyKey | null
  first_name: string
  last_name: string
  job_title: string
  /** Waiting people have signed up with the organization's ID, and its administrator decides. */
  standing: 'staff' | 'administrator' | 'member' | 'waiting' | 'deactivated'
  /** Since when, counted back from the load. */
  sinceDays: number
}

export const people: Person[] = [
  // Before their administrator, who would be mailed about them.
  {
    email: 'mila@sample.test',
    company: 'halden',
    first_name: 'Mila',
    last_name: 'Brandt',
    job_title: 'Data Analyst',
    standing: 'waiting',
    sinceDays: 1,
  },
  {
    email: 'noor@sample.test',
    company: 'halden',
    first_name: 'Noor',
    last_name: 'Haddad',
    job_title: 'Procurement Manager',
    standing: 'waiting',
    sinceDays: 3,
  },
  {
    email: 'otto@sample.test',
    company: 'halden',
    first_name: 'Otto',
    last_name: 'Varga',
    job_title: 'Store Analyst',
    standing: 'deactivated',
    sinceDays: 350,
  },
  {
    email: 'client@sample.test',
    company: 'halden',
    first_name: 'Claire',
    last_name: 'Novak',
    job_title: 'Data Lead',
    standing: 'member',
    sinceDays: 412,
  },
  {
    email: 'vendor@sample.test',
    company: 'meridian',
    first_name: 'Victor',
    last_name: 'Reyes',
    job_title: 'Account Manager',
    standing: 'administrator',
    sinceDays: 538,
  },
  {
    email: 'admin@sample.test',
    company: 'halden',
    first_name: 'Ada',
    last_name: 'Lindqvist',
    job_title: 'Head of Data',
    standing: 'administrator',
    sinceDays: 690,
  },
  {
    email: 'staff@sample.test',
    company: null,
    first_name: 'Stella',
    last_name: 'Marsh',
    job_title: 'Compliance',
    standing: 'staff',
    sinceDays: 700,
  },
  {
    email: 'staff2@sample.test', // confirms what the other one drafts
    company: null,
    first_name: 'Theo',
    last_name: 'Abara',
    job_title: 'Compliance',
    standing: 'staff',
    sinceDays: 460,
  },
]
