import type { Permission, SetupStep } from '@semblance/contract'
import { paths } from '@/paths.ts'

type StepText = {
  title: string
  /** Says what it is good for, or what it takes. */
  note: string
  /** Leads to the page of the step; absent for what a new member has done already. */
  link?: { label: string; to: string }
  /** Names what a member's roles must include; absent for what each member does. */
  needs?: Permission
}

export const setupTexts: Record<SetupStep, StepText> = {
  account: { title: 'Create your account', note: '' },
  terms: {
    title: 'Accept the terms and the privacy notice',
    note: 'A newer version waits for you.',
    link: { label: 'Read them', to: paths.legal },
  },
  profile: {
    title: 'Complete the company profile',
    note: 'Website, founding year and number of employees are what others look for.',
    link: { label: 'Open profile', to: paths.ownCompany },
    needs: 'administer',
  },
  bank: {
    title: 'Add your bank account and tax details',
    note: 'US, IBAN and UK accounts. Amounts are in US dollars; work can begin before.',
    link: { label: 'Add bank', to: paths.bankTaxInfo },
    needs: 'finance',
  },
  members: {
    title: 'Invite your colleagues',
    note: 'Or give them the organization ID: they sign up with it, and you approve them.',
    link: { label: 'Invite', to: paths.organizationSettings },
    needs: 'administer',
  },
  first_request: {
    title: 'Post your first request',
    note: 'Start from a template. A draft keeps itself, and nothing is charged before you accept an offer.',
    link: { label: 'Create New DPR', to: paths.createDpr },
    needs: 'request',
  },
  first_offer: {
    title: 'Send your first offer',
    note: 'Open requests are in the marketplace. An offer can be changed until it is accepted.',
    link: { label: 'See requests', to: paths.marketplace },
    needs: 'sell',
  },
  key: {
    title: 'Create an API key',
    note: 'Request, deliver and follow contracts from your own programs.',
    link: { label: 'Developers', to: paths.developers },
    needs: 'administer',
  },
}
