import { Lightbulb } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'

const tips = [
  'Say which columns and how many rows you can deliver: clients compare descriptions before prices.',
  "Keep your price inside the client's budget, or say in the description what the difference buys.",
  'Start work once escrow is funded. Only then is the price in escrow and the delivery clock running.',
]

export function TipsPanel({ className }: { className?: string }) {
  return (
    <Panel title="Tips" flush className={className}>
      <ul className="border-t pt-1.5 pb-2">
        {tips.map((tip) => (
          <li key={tip} className="flex gap-3 px-4 py-2 md:px-5">
            <Lightbulb className="mt-0.5 size-4 shrink-0 text-brass-strong" aria-hidden />
            {tip}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
