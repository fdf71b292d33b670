import { useEffect, useState } from 'react'
import { type Database, openDatabase } from './database.ts'
import type { ExploredTable } from './whole/explored-table.ts'

export type DatabaseState =
  | { status: 'opening'; read: number; of: number }
  | { status: 'ready'; database: Database }
  | { status: 'failed'; message: string }

const opening: DatabaseState = { status: 'opening', read: 0, of: 0 }

/** Opens a database for the lifetime of the component; `restart` replaces it by a new one. */
export function useDatabase(tables: readonly ExploredTable[]) {
  const [run, setRun] = useState(0)
  const [state, setState] = useState(opening)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is another database
  useEffect(() => {
    let isOver = false
    let database: Database | undefined
    const start = async () => {
      try {
        database = await openDatabase(tables, (read, of) => {
          if (!isOver) setState({ status: 'opening', read, of })
        })
        if (isOver) database.close()
        else setState({ status: 'ready', database })
      } catch (error) {
        if (!isOver) setState({ status: 'failed', message: String((error as Error).message) })
      }
    }
    void start()
    return () => {
      isOver = true
      database?.close()
    }
  }, [tables, run])
  return {
    state,
    restart: () => {
      setState(opening)
      setRun((count) => count + 1)
    },
  }
}
