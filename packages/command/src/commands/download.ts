import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type DeliveredFile, until } from '@semblance/client'
import { exportFormats } from '@semblance/contract'
import { UsageError } from '@semblance/synth/command-line'
import type { Command, Place } from '../command.ts'

type Format = (typeof exportFormats)[number]

/** Fetches the files of a delivered request. */
export const download: Command = {
  summary: 'fetch the files of a delivered request',
  help: `Usage: semblance download REQUEST [--out DIR] [--format FORMAT]... [--json]

Fetches all files of a delivered request and compares their SHA-256 with what was delivered. A download that
was interrupted goes on when the command is given again. Requires the scope deliveries:read.

  --out DIR         the directory, made if it is not there (default: named after the request)
  --format FORMAT   ${exportFormats.join(', ')}: each table in this format too; may be repeated

Example:
  semblance download DPR-2041 --out data --format parquet
`,
  options: { out: { type: 'string' }, format: { type: 'string', multiple: true } },
  run: async ({ words: [dprId], values }, place) => {
    if (dprId === undefined) throw new UsageError('Name a request, such as DPR-2041.')
    const formats = ((values.format as string[] | undefined) ?? []).map(readFormat)
    const dir = (values.out as string | undefined) ?? dprId
    const dataset = await place.client.api.deliveries.dataset({ dprId })
    const files = [...dataset.files]
    for (const format of formats) files.push(...(await convert(place, dataset.files, format)))
    await mkdir(dir, { recursive: true })
    const wanted = new Map(files.map((file) => [file.id, file]))
    for (const file of wanted.values()) {
      await place.client.download(file, join(dir, basename(file.name)))
      place.say(`${file.name}: ${file.bytes} bytes.`)
    }
    place.answer(dataset, `${wanted.size} files are in ${dir}.`)
  },
}

function readFormat(text: string): Format {
  const format = exportFormats.find((one) => one === text)
  if (!format) throw new UsageError(`--format is ${exportFormats.join(', ')}.`)
  return format
}

/** Has each table written in another format, and waits for it. */
async function convert(
  { client, terminal: { signal } }: Place,
  files: readonly DeliveredFile[],
  format: Format,
): Promise<DeliveredFile[]> {
  const made: DeliveredFile[] = []
  for (const { id: fileId } of files.filter(({ name }) => name.endsWith('.csv'))) {
    const file = await until(
      () => client.api.deliveries.convert({ fileId, format }),
      (one) => one !== null,
      { signal, timeoutMs: 3600_000 },
    )
    if (file) made.push(file)
  }
  return made
}
