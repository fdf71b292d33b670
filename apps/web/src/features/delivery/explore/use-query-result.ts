import { useCallback, useEffect, useRef, useState } from 'react'
import type { Database } from './database.ts'
import { engineMessage, type Result } from './result.ts'

export type Answer = { result: Result | null; error: string | null; isRunning: boolean }

const nothing: Answer = { result: null, error: null, isRunning: false }

/** Runs one script at a time; the answer before stays until the next one is there. */
export function useRun(database: Database) {
  const [answer, setAnswer] = useState(nothing)
  const latest = useRef(0)
  useEffect(
    () => () => {
      latest.current += 1
    },
    [],
  )
  const run = useCallback(
    async (script: string) => {
      const turn = ++latest.current
      const settle = (next: Answer) => turn === latest.current && setAnswer(next)
      setAnswer((before) => ({ ...before, isRunning: true }))
      try {
        settle({ result: await database.query(script), error: null, isRunning: false })
      } catch (error) {
        settle({ result: null, error: engineMessage(error), isRunning: false })
      }
    },
    [database],
  )
  return { ...answer, run }
}

/** Returns the result of a query of the page itself, run again on every change of the script. */
export function useAnswer(database: Database, script: string): Answer {
  const { run, ...answer } = useRun(database)
  useEffect(() => void run(script), [run, script])
  return answer
}
