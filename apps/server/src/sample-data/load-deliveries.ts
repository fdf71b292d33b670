/** The datasets of sample contracts, made by the engine from the tables in sample-data/. */
import { join } from 'node:path'
import { dataContract, defaultLicense } from '@semblance/contract'
import {
  backfillDelivery,
  discardOutput,
  type Made,
  type Original,
  synthesizeFile,
} from '../delivery/deliveries/service.ts'
import { backfillListing } from '../delivery/listings/service.ts'
import { enterPreview } from '../delivery/previews/service.ts'
import { system, type Tx } from '../platform/database/db.ts'
import type { Platform } from '../platform/http/context.ts'
import { currentSampleIds, type SampleIds } from './sample-ids.ts'
import { findOffer, findUndelivered } from './sample-queries.ts'
import { listings } from './seed/listings.ts'
import { requests } from './seed/seed.ts'

const DIRECTORY = join(import.meta.dirname, '../../sample-data')

/** Deliveries, the oldest request first. */
const delivered = requests.flatMap(({ client, title, endedDays, details, offers }) =>
  offers.flatMap(({ delivery }) =>
    delivery
      ? [
          {
            client,
            title,
            file: delivery.file,
            isRecent: endedDays === 0,
            dataContract: details.dataContract ? dataContract.parse(details.dataContract) : null,
          },
        ]
      : [],
  ),
)

const originalOf = ({ file, dataContract }: (typeof delivered)[number]): Original => ({
  path: join(DIRECTORY, file),
  dataContract,
})

/** Offers that show a preview of the twin of a file. */
const previewed = requests.flatMap(({ client, title, offers }) =>
  offers.flatMap(({ vendor, preview }) =>
    preview ? [{ client, vendor, title, file: preview }] : [],
  ),
)

/** Maps files to their results. */
export type MadeFiles = Map<string, Made>

/** Makes the dataset of one file of sample-data/; the caller owns its directory. */
export type MakeFile = typeof synthesizeFile

/** Runs `work` while `make` makes what a new set shows first; removes what `work` leaves unused. */
export async function whileMaking<T>(
  platform: Platform,
  make: MakeFile,
  work: (made: Promise<MadeFiles>) => Promise<T>,
): Promise<T> {
  const made = makeRecent(platform, make)
  try {
    return await work(made)
  } finally {
    await made.then(discard, () => {})
  }
}

async function makeRecent(platform: Platform, make: MakeFile): Promise<MadeFiles> {
  const made = await Promise.all(
    delivered.filter(({ isRecent }) => isRecent).map((one) => make(platform, originalOf(one))),
  )
  return new Map(made.map((one) => [one.fileName, one]))
}

export async function enterRecent(cast: SampleIds, made: MadeFiles): Promise<void> {
  for (const delivery of delivered) {
    const dataset = made.get(delivery.file)
    if (dataset) await enter(cast, delivery, dataset)
  }
}

async function discard(made: MadeFiles): Promise<void> {
  for (const one of made.values()) await discardOutput(one)
}

/** Makes all others, the newest first; run again, it goes on where it was cut off. Throws when the signal cuts it off. */
export async function deliverRest(platform: Platform, signal?: AbortSignal): Promise<void> {
  while (await deliverNext(platform, signal));
}

/**
 * Makes the newest dataset that is missing. Returns false if none is. Throws when the signal cuts it
 * off.
 */
export async function deliverNext(platform: Platform, signal?: AbortSignal): Promise<boolean> {
  const { transaction } = platform.db
  for (const delivery of delivered.toReversed()) {
    const isMissing = async (tx: Tx) => {
      const cast = await currentSampleIds(platform, tx)
      return cast && (await findUndelivered(tx, delivery.title, cast.idOf(delivery.client)))
    }
    if (!(await transaction(system, isMissing))) continue
    const made = await synthesizeFile(platform, originalOf(delivery), signal)
    await transaction(system, async (tx) => {
      const cast = await currentSampleIds(platform, tx)
      if (!cast || !(await enter(cast, delivery, made))) await discardOutput(made)
    })
    return true
  }
  return false
}

/** Enters a dataset with its contract, and the previews that show it; false if the contract has one already. */
async function enter(
  cast: SampleIds,
  { client, title, file }: (typeof delivered)[number],
  made: Made,
): Promise<boolean> {
  const { tx, idOf } = cast
  const contract = await findUndelivered(tx, title, idOf(client))
  if (!contract) return false
  for (const shown of previewed.filter((one) => one.file === file)) {
    const parties = { client: idOf(shown.client), vendor: idOf(shown.vendor) }
    const offer_id = await findOffer(tx, { ...parties, title: shown.title })
    await enterPreview(tx, { offer_id, ...parties }, made)
  }
  await backfillDelivery(cast, contract, made)
  const listed = listings.find((one) => one.file === file)
  if (listed && contract.delivered_at)
    await backfillListing(tx, contract, {
      title: listed.title,
      description: listed.description,
      columns: listed.columns,
      at: contract.delivered_at,
      options: listed.options.map(({ id, name, dollars, redistribution, subscription }) => ({
        ...{ id, name },
        priceCents: 100n * BigInt(dollars),
        license: { ...defaultLicense, redistribution },
        ...(subscription && { subscription }),
      })),
    })
  return true
}
