/** Limits what is drawn of a model that is not trusted. */
import { SynthesisError } from '../../../schema/synthesis-error.ts'

/** Holds the most that all twins of a model may have: values, which are rows times columns, and bytes. */
export type RoomLimits = { values: number; bytes: number }

export type Room = {
  /** Throws SynthesisError `too_large` for more than is left. */
  take: (of: keyof RoomLimits, amount: number) => void
}

export function roomOf(limits: RoomLimits): Room {
  const left = { ...limits }
  return {
    take(of, amount) {
      left[of] -= amount
      if (left[of] >= 0) return
      throw new SynthesisError(
        'too_large',
        'The twins would be larger than may be drawn of this model. Have fewer rows written.',
      )
    },
  }
}
