/** What the two people of the staff have posted by hand, and one proposal that waits. */
import type { Ctx } from '../../platform/context.ts'
import { approveAdjustment, proposeAdjustment } from '../books/service.ts'

const DAY_MS = 86_400_000

/** `as` makes the context of a person of the staff, at a moment of the past. */
export async function loadAdjustments(
  as: (at: Date) => Ctx,
  { one, other }: { one: string; other: string },
): Promise<void> {
  const ago = (days: number) => as(new Date(Date.now() - days * DAY_MS))
  const done = [
    { days: 41, form: 'capital', dollars: 25_000n, reason: 'Working capital for refunds' },
    {
      days: 20,
      form: 'fee_sweep',
      dollars: 4_000n,
      reason: 'Fees earned until the end of October',
    },
  ] as const
  for (const { days, form, dollars, reason } of done) {
    const input = { form, organizationId: null, amountCents: dollars * 100n, reason }
    const { id } = await proposeAdjustment(ago(days), other, input)
    await approveAdjustment(ago(days - 0.1), one, { id, note: null })
  }
  await proposeAdjustment(ago(0.05), other, {
    form: 'fee_sweep',
    organizationId: null,
    amountCents: 150_000n,
    reason: 'Fees earned in November so far',
  })
}
