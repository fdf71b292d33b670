import {
  type Dataset,
  type DeliveryFile,
  type PreviewTable,
  twinFileName,
} from '@semblance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useMayCall } from '@/lib/session/may.ts'
import type { ExploredTable } from './explored-table.ts'
import { openTwin, rangesOf, type TwinFile } from './twin-file.ts'

export type Tables = {
  tables: ExploredTable[]
  /** Says why only first rows are there; null where all are. */
  problem: string | null
}

const pollMs = 1500

/** Reads a delivery's first rows, and opens the file of each table; the files come without their rows yet. */
export function useTables({ dprId, files }: Pick<Dataset, 'dprId' | 'files'>) {
  const queryClient = useQueryClient()
  const may = useMayCall('deliveries.readTable')
  return useQuery<Tables>({
    queryKey: ['explore', 'tables', dprId, may, files.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const { tables } = await queryClient.fetchQuery(
        orpc.previews.ofDelivery.queryOptions({ input: { dprId } }),
      )
      if (!may) return { tables, problem: 'Your role does not let you download data.' }
      try {
        const opened: ExploredTable[] = []
        for (const table of tables)
          opened.push({
            ...table,
            whole: await openTable(table, fileOf(table, tables, files), signal),
          })
        return { tables: opened, problem: null }
      } catch (error) {
        signal.throwIfAborted()
        return { tables, problem: problemOf(error) }
      }
    },
    staleTime: 50 * 60_000, // a link lives for an hour
    gcTime: 0,
    retry: false,
  })
}

/** The table of a sole twin is named by its file, those of several name their files. */
function fileOf(
  { name }: PreviewTable,
  tables: readonly PreviewTable[],
  files: readonly DeliveryFile[],
): DeliveryFile | undefined {
  const twins = files.filter((file) => file.name.endsWith('.csv'))
  return tables.length === 1 ? twins[0] : twins.find((file) => file.name === twinFileName(name))
}

async function openTable(
  table: PreviewTable,
  file: DeliveryFile | undefined,
  signal: AbortSignal,
): Promise<TwinFile | null> {
  if (table.rows >= table.totalRows) return null // the first rows are all there are
  if (!file) throw new Error('The file of a table is not among the files.')
  for (;;) {
    const part = await api.deliveries.readTable({ fileId: file.id }, { signal })
    // The page's own origin answers: it is the one that the page may ask.
    if (part) return await openTwin(part.bytes, rangesOf(new URL(part.url).pathname, signal))
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    signal.throwIfAborted()
  }
}

function problemOf(error: unknown): string {
  const { code, message } = toProblem(error)
  switch (code) {
    case 'sign_in_required':
      return 'Sign in to read all rows.'
    case 'not_awaiting_review':
      return 'The files of this delivery are closed while the contract is in this state.'
    case 'not_found':
      return 'The file of this table is no longer there.'
    default:
      return `Not all rows could be read: ${message}`
  }
}
