/** What the parties of sample contracts have agreed beyond the platform's four milestones. */
import type { Side } from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { addMilestone, moveMilestone } from '../contracts/service.ts'

type SampleMilestone = {
  by: Side
  title: string
  description: string
  /** Days from the load on. */
  dueInDays: number
  state?: 'in_progress' | 'completed'
}

const milestones: Record<string, SampleMilestone[]> = {
  'Loyalty Program Members': [
    {
      by: 'client',
      title: 'Schema and sample approved',
      description: 'Column list, units and the first 1,000 records, agreed with our data team.',
      dueInDays: -2,
      state: 'completed',
    },
    {
      by: 'vendor',
      title: 'Source extract cleaned',
      description: 'Duplicates merged, test accounts and staff cards removed.',
      dueInDays: 5,
      state: 'in_progress',
    },
    {
      by: 'client',
      title: 'Codebook delivered',
      description: 'Every column with meaning, unit and permitted values.',
      dueInDays: 12,
    },
  ],
  'Returns and Refunds Ledger': [
    {
      by: 'vendor',
      title: 'Reason codes mapped',
      description: 'Free-text reasons of three shop systems brought to one list.',
      dueInDays: -1,
      state: 'in_progress',
    },
  ],
  'Store Footfall Time Series': [
    {
      by: 'client',
      title: 'Holiday calendar handed over',
      description: 'Opening hours and closures of all stores for the period.',
      dueInDays: -6,
      state: 'completed',
    },
  ],
  'Small Business Loan Book': [
    {
      by: 'client',
      title: 'Default definition agreed',
      description: '90 days past due, by the bank’s reporting rules.',
      dueInDays: 3,
      state: 'in_progress',
    },
  ],
}

const DAY_MS = 86_400_000

export async function loadMilestones(
  contract: { id: string; title: string },
  parties: { client: Ctx; vendor: Ctx },
): Promise<void> {
  for (const { by, dueInDays, state, ...content } of milestones[contract.title] ?? []) {
    const dueOn = new Date(Date.now() + dueInDays * DAY_MS).toISOString().slice(0, 10)
    const { id } = await addMilestone(parties[by], { ...content, dueOn, contractId: contract.id })
    if (state) await moveMilestone(parties.vendor, id, 'start')
    if (state === 'completed') await moveMilestone(parties.vendor, id, 'complete')
  }
}
