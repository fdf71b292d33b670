/** The tools for assistants: each a call or two of the API. None moves money. */
import { join } from 'node:path'
import {
  dataFormats,
  exportFormats,
  marketCategories,
  marketSorts,
  privacyLevels,
} from '@semblance/contract'
import { z } from 'zod'
import type { Place } from '../command.ts'
import { download } from '../commands/download.ts'
import { firstRows } from './first-rows.ts'

type Surroundings = { place: Place; directory: string }

export type Tool<Input = never> = {
  description: string
  input: z.ZodRawShape
  isReadOnly: boolean
  run: (input: Input, surroundings: Surroundings) => Promise<unknown>
}

/** Types the input of a tool by its schema. */
const tool = <Shape extends z.ZodRawShape>(
  made: Omit<Tool, 'input' | 'run'> & {
    input: Shape
    run: (input: z.infer<z.ZodObject<Shape>>, surroundings: Surroundings) => Promise<unknown>
  },
) => made

const dprId = z
  .string()
  .regex(/^DPR-\d+$/)
  .describe('ID of a request, such as DPR-2041')
const page = {
  cursor: z.string().max(500).optional().describe('The nextCursor of the page before'),
  limit: z.int().min(1).max(100).default(20),
}
const side = z
  .enum(['received', 'sent'])
  .describe('received: on own requests, as a client; sent: as a vendor')
const cents = z.int().min(1).describe('Whole US cents')

const searchMarket = tool({
  description: 'Finds requests for data that are open for offers.',
  isReadOnly: true,
  input: {
    search: z.string().max(200).optional().describe('Words of a title or description'),
    category: z.enum(marketCategories).default('all'),
    sort: z.enum(marketSorts).default('newest'),
    ...page,
  },
  run: (input, { place }) => place.client.api.market.browse(input),
})

const createRequest = tool({
  description:
    'Posts a request for data in the name of the organization, for vendors to see. It pays nothing.',
  isReadOnly: false,
  input: {
    title: z.string().min(1).max(200),
    category: z.enum(marketCategories).exclude(['all']),
    description: z.string().min(1).max(5000),
    useCase: z.string().min(1).max(2000),
    complianceRequirements: z.string().min(1).max(2000).describe('Such as GDPR'),
    deliveryFormat: z.enum(dataFormats),
    contacts: z.string().min(1).max(500).describe('Whom vendors ask, such as an e-mail address'),
    budgetMinCents: cents,
    budgetMaxCents: cents,
    timelineDays: z.int().min(1).max(365),
    minAccuracyPercent: z.int().min(1).max(100).nullable().default(null),
    privacyLevel: z.enum(privacyLevels).default('standard'),
    minRecords: z.int().min(1).nullable().default(null),
    notes: z.string().max(5000).optional(),
  },
  run: ({ budgetMinCents, budgetMaxCents, ...form }, { place }) =>
    place.client.api.dprs.create({
      ...form,
      budgetMinCents: BigInt(budgetMinCents),
      budgetMaxCents: BigInt(budgetMaxCents),
    }),
})

const listOffers = tool({
  description: 'Lists offers of the organization, newest first.',
  isReadOnly: true,
  input: {
    side,
    dprId: dprId.optional().describe('Those on one request alone; of received ones'),
    isClosed: z.boolean().default(false).describe('Rejected and withdrawn ones; of received ones'),
    ...page,
  },
  run: ({ side: of, dprId: on, isClosed, ...input }, { place: { client } }) =>
    of === 'sent'
      ? client.api.offers.listSent(input)
      : client.api.offers.listReceived({ ...input, dprId: on, closed: isClosed }),
})

const getOffer = tool({
  description: 'Reads one offer with its terms and history.',
  isReadOnly: true,
  input: { side, offerId: z.string().max(40).describe('ID of an offer, such as OFR-301') },
  run: async ({ side: of, offerId }, { place }) =>
    of === 'sent'
      ? await place.client.api.offers.getSent({ offerId })
      : await findReceived(place, offerId),
})

/** Looks through the received offers, live ones first: the API has no reading of one. */
async function findReceived({ client }: Place, offerId: string): Promise<unknown> {
  for (const closed of [false, true])
    for (let cursor: string | undefined | null = undefined; cursor !== null; ) {
      const { items, nextCursor } = await readReceived(client, { closed, cursor })
      const found = items.find(({ id }) => id === offerId)
      if (found) return found
      cursor = nextCursor
    }
  throw new Error(`No received offer has the ID ${offerId}.`)
}

const readReceived = (
  client: Place['client'],
  { closed, cursor }: { closed: boolean; cursor: string | undefined },
) => client.api.offers.listReceived({ closed, cursor, limit: 100 })

const getContract = tool({
  description: 'Reads one contract: its terms, how far it is, and what was paid, for either party.',
  isReadOnly: true,
  input: { contractId: z.string().max(40).describe('ID of a contract, such as CTR-2027') },
  run: (input, { place }) => place.client.api.contracts.get(input),
})

const getDataset = tool({
  description:
    'Lists the delivered files of a request, with sizes, SHA-256 and the validation report.',
  isReadOnly: true,
  input: { dprId },
  run: (input, { place }) => place.client.api.deliveries.dataset(input),
})

const previewRows = tool({
  description: 'Reads the first synthetic rows of each delivered table of a request.',
  isReadOnly: true,
  input: { dprId, rows: z.int().min(1).max(100).default(10) },
  run: async ({ dprId: of, rows }, { place }) => {
    const { tables } = await place.client.api.previews.ofDelivery({ dprId: of })
    return tables.map(({ csv, ...table }) => ({ ...table, csv: firstRows(csv, rows) }))
  },
})

const downloadFiles = tool({
  description:
    'Downloads the delivered files of a request to this machine, into a directory named after the request, and compares their SHA-256.',
  isReadOnly: false,
  input: { dprId, formats: z.array(z.enum(exportFormats)).max(3).default([]) },
  run: async ({ dprId: of, formats }, { place, directory }) => {
    const out = join(directory, of)
    const said: string[] = []
    const quiet = { ...place, answer: () => {}, say: (line: string) => void said.push(line) }
    await download.run({ words: [of], values: { out, format: formats } }, quiet)
    return { directory: out, files: said }
  },
})

/** Holds every tool by its name. */
export const tools = {
  search_market: searchMarket,
  create_request: createRequest,
  list_offers: listOffers,
  get_offer: getOffer,
  get_contract: getContract,
  get_dataset: getDataset,
  preview_rows: previewRows,
  download: downloadFiles,
}
