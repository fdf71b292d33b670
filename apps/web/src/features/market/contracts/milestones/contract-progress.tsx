import { type ContractDetail, contractStageLabels } from '@semblance/contract'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { date, plural, usd } from '@/lib/format.ts'

const dayMs = 86_400_000

export function ContractProgress({ contract }: { contract: ContractDetail }) {
  const { startDate, deliveryDate, firstDeliveryDate, stage, progressPercent } = contract
  return (
    <section className="card overflow-hidden" aria-label="Progress">
      <DescriptionStrip
        className="border-b"
        facts={[
          { label: 'Value', value: usd(Number(contract.priceCents)) },
          { label: 'Stage', value: stage ? contractStageLabels[stage] : '–' },
          { label: 'Start date', value: startDate ? date(startDate) : 'Once paid' },
          {
            label: 'Delivery date',
            value: deliveryDate ? date(deliveryDate) : 'Set at payment',
            note: firstDeliveryDate && deliveryDate && movedText(firstDeliveryDate, deliveryDate),
          },
        ]}
      />
      <div className="px-4 py-4 md:px-5">
        <div className="mb-2 flex items-baseline justify-between">
          <h2 className="font-semibold text-md">Progress</h2>
          <span className="figure text-xl">{progressPercent}%</span>
        </div>
        <Progress value={progressPercent} label="Contract progress" className="h-2" />
        <p className="mt-2 text-muted-foreground text-sm">{progressSentence(contract)}</p>
      </div>
    </section>
  )
}

const movedText = (from: Date, to: Date) =>
  to > from
    ? `Extended from ${date(from)} to ${date(to)}`
    : `Brought forward from ${date(from)} to ${date(to)}`

/** "2 of 4 milestones done, 13 days to delivery." */
function progressSentence({ milestones, deliveryDate, status }: ContractDetail) {
  const done = milestones.filter((milestone) => milestone.status === 'completed').length
  const sentence = `${done} of ${milestones.length} milestones done`
  if (!deliveryDate || status !== 'in_progress') return `${sentence}.`
  const days = Math.ceil((deliveryDate.getTime() - Date.now()) / dayMs)
  return days >= 0
    ? `${sentence}, ${plural(days, 'day')} to delivery.`
    : `${sentence}, delivery is ${plural(-days, 'day')} late.`
}
