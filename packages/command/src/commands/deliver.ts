import { until } from '@semblance/client'
import { deliveryCan } from '@semblance/contract'
import { UsageError } from '@semblance/synth/command-line'
import type { Command, Place } from '../command.ts'
import { deliverMeasured } from '../premises/deliver-measured.ts'

/** Uploads the files of a delivery, and has them read and synthesized. */
export const deliver: Command = {
  summary: 'upload the files of a delivery, or measure them here and send no row',
  help: `Usage: semblance deliver CONTRACT FILE... [--notes TEXT] [--submit] [--json]
       semblance deliver --contract CONTRACT --source SOURCE --signing-key KEY INPUT... [--json]

Uploads original files, checks that they arrived unchanged, waits until they are read, and says what was
found in them. What is found is to be reviewed: on the contract's page, or by the API. An upload that was
interrupted goes on when the command is given again. Requires the scopes deliver and deliveries:read.

  --notes TEXT   for the client
  --submit       has the twin made of what was found, as it was found

With --contract, --source and --signing-key, nothing is uploaded: the inputs, files or tables of a database,
are measured on this machine. What is sent: names and kinds of columns, keyed hashes of rows of files, the
model with its noise, the report, and a statement signed by KEY. The platform draws the twin from the model.
Called again, it goes on where it stopped and measures nothing twice. Requires the scope deliveries:measure.

  --source SOURCE     the privacy account of the data, on the page Sources
  --new-source NAME   opens an account instead, for data that was never measured before
  --signing-key KEY   a file of semblance keygen, whose public half is registered
  --table TABLE       a table of a database; once for each
  --schema FILE       your declarations about the tables, as for semblance measure
  --state DIR         where it is kept how far this is; secret (default: semblance-CONTRACT)
  --abandon           gives the delivery up: its privacy is spent once counting has begun

Examples:
  semblance deliver CTR-2027 customers.csv orders.csv
  semblance deliver --contract CTR-2027 --source SRC-12 --signing-key key.json customers.csv
  semblance deliver --contract CTR-2027 --source SRC-12 --signing-key key.json \\
    --table customers postgres://reader@warehouse/sales
`,
  options: {
    ...{ notes: { type: 'string' }, submit: { type: 'boolean' } },
    ...{
      contract: { type: 'string' },
      source: { type: 'string' },
      'new-source': { type: 'string' },
      schema: { type: 'string' },
    },
    ...{
      'signing-key': { type: 'string' },
      state: { type: 'string' },
      abandon: { type: 'boolean' },
    },
    table: { type: 'string', multiple: true },
  },
  run: async (given, place) => {
    // Any of them: what is to stay on this machine is uploaded by no slip.
    if (ownPremises.some((option) => given.values[option] !== undefined))
      return await deliverMeasured(given, place)
    const {
      words: [contractId, ...paths],
      values,
    } = given
    if (contractId === undefined || paths.length === 0)
      throw new UsageError('Name a contract and the files to deliver.')
    const { api } = place.client
    const checksums = await uploadAll(place, contractId, paths)
    await refuseOthers(place, contractId, new Set(checksums.map(({ uploadId }) => uploadId)))
    const notes = values.notes as string | undefined
    await api.deliveries.inspect({ contractId, checksums, ...(notes !== undefined && { notes }) })
    const read = await until(
      () => api.deliveries.latest({ contractId }),
      (delivery) => delivery?.status !== 'inspecting',
      { signal: place.terminal.signal, timeoutMs: 24 * 3600_000 },
    )
    if (read?.status !== 'review')
      throw new Error(read?.reason ?? 'The delivery was taken back while its files were read.')
    const found = (read.review ?? []).map(
      ({ name, rows, columns }) => `${name}: ${rows} rows x ${columns.length} columns`,
    )
    place.say(found.join('\n'))
    if (!values.submit)
      return place.answer(
        read,
        `Review it at ${place.url}/data-upload/${contractId}, or add --submit.`,
      )
    const submitted = await api.deliveries.submit({ contractId })
    place.answer(submitted, 'Submitted. The platform makes the twin now.')
  },
}

const ownPremises = [
  ...['contract', 'source', 'new-source', 'signing-key', 'table'],
  ...['schema', 'state', 'abandon'],
]

async function uploadAll({ client, say, terminal }: Place, contractId: string, paths: string[]) {
  const begun = await client.api.deliveries.latest({ contractId })
  // Back to its files, among which those that arrived before are found.
  if (begun && deliveryCan.reopen(begun.status)) await client.api.deliveries.reopen({ contractId })
  const checksums: { uploadId: string; sha256: string }[] = []
  for (const path of paths) {
    const { uploadId, sha256, bytes } = await client.upload({
      contractId,
      path,
      signal: terminal.signal,
    })
    say(`${path}: ${bytes} bytes arrived.`)
    checksums.push({ uploadId, sha256 })
  }
  return checksums
}

/** Throws UsageError if the delivery has files of an earlier call that this one does not name. */
async function refuseOthers({ client }: Place, contractId: string, named: ReadonlySet<string>) {
  const draft = await client.api.deliveries.latest({ contractId })
  const others = (draft?.files ?? []).filter(({ id }) => !named.has(id)).map(({ name }) => name)
  if (others.length > 0)
    throw new UsageError(
      `The delivery has ${others.join(', ')}, too: name them as well, or remove them on its page.`,
    )
}
