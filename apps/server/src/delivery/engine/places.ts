/** Divides the engine's places among its tasks: as many as its memory holds syntheses. */
import { type EngineShare, engineSlots } from './limits.ts'

type Place = { name: string; tasks: readonly string[]; concurrency: number }

const inspection = ['delivery.inspect'] as const
const synthesis = [
  'claims.check',
  'delivery.sample',
  'delivery.synthesize',
  'dispute.measure',
  'draw.make',
  'file.convert',
  'preview.make',
  'samples.deliver',
] as const

/** Returns the lanes of the engine. Of several places, one is for inspections alone, which a vendor waits for. */
export function engineLanes(config: EngineShare): Place[] {
  const slots = engineSlots(config)
  return slots === 1
    ? [{ name: 'engine', tasks: [...inspection, ...synthesis], concurrency: 1 }]
    : [
        { name: 'inspection', tasks: inspection, concurrency: 1 },
        { name: 'engine', tasks: synthesis, concurrency: slots - 1 },
      ]
}

/** Lists the tasks that wait for the same places as one of them, itself included. */
export const tasksBeside = (
  config: EngineShare,
  task: (typeof inspection | typeof synthesis)[number],
): readonly string[] => engineLanes(config).find(({ tasks }) => tasks.includes(task))?.tasks ?? []
