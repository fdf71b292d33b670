/** Gives looks at sources their turns: few at a time, one of each organization, and few that wait. */

export type Turns = {
  /** Takes a turn for an organization, and gives it back after the work. Throws TurnRefusedError. */
  take: <T>(organization: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
}

/** Says why there is no turn: others are before it, or it has waited too long. */
export class TurnRefusedError extends Error {
  constructor() {
    super('Too many connections are being tried at the moment. Try again in a minute.')
  }
}

type Waiting = { organization: string; begin: () => void }

export function openTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const under = new Set<string>()
  const waiting: Waiting[] = []
  const admit = () => {
    while (under.size < atOnce) {
      const next = waiting.findIndex(({ organization }) => !under.has(organization))
      const [one] = next < 0 ? [] : waiting.splice(next, 1)
      if (!one) return
      under.add(one.organization)
      one.begin()
    }
  }
  const enter = (organization: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const isSecond = waiting.some((one) => one.organization === organization)
      if (signal.aborted || isSecond || waiting.length >= mostWaiting)
        return reject(new TurnRefusedError())
      const leave = () => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(new TurnRefusedError())
      }
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const one = { organization, begin }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(one)
      admit()
    })
  return {
    take: async (organization, signal, work) => {
      await enter(organization, signal)
      try {
        return await work()
      } finally {
        under.delete(organization)
        admit()
      }
    },
  }
}
