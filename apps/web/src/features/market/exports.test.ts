import { expect, it } from 'vitest'
import { exportLines } from '../../../testing/export-lines.ts'
import { reviewColumns } from './companies/review-list.tsx'
import { contractColumns } from './contracts/contract-filters.tsx'
import { columnsOf } from './dprs/dpr-columns.tsx'
import { draftColumns } from './dprs/draft-list.tsx'
import { marketColumns } from './marketplace/market-list.tsx'
import { savedSearchColumns } from './marketplace/searches/saved-searches.tsx'
import { offeredRequestColumns } from './received-offers/all-offers.tsx'
import { receivedOfferColumns } from './received-offers/offer-columns.ts'
import { sentOfferColumns } from './sent-offers/sent-offer-list.tsx'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9, 30))

it('exports reviews', async () => {
  expect(
    await exportLines(reviewColumns, {
      reviewer: { name: 'Acme' },
      rating: 4,
      project: 'Claims',
      comment: 'Good, quick',
      createdAt: at(1),
      reply: 'Thanks',
      repliedAt: at(2),
    }),
  ).toMatchInlineSnapshot(`
    [
      "Reviewer,Rating,Project,Comment,Written,Reply,Replied",
      "Acme,4,Claims,"Good, quick",2026-11-01T09:30:00Z,Thanks,2026-11-02T09:30:00Z",
      "",
    ]
  `)
})

it('exports contracts', async () => {
  expect(
    await exportLines(contractColumns, {
      id: 'CTR-3',
      title: 'Claims',
      clientName: 'Acme',
      vendorName: 'Meridian',
      status: 'in_progress',
      stage: 'data_collection',
      progressPercent: 40,
      priceCents: 100_000n,
      heldCents: 60_000n,
      releasedCents: 40_000n,
      startDate: at(3),
      deliveryDate: at(30),
    }),
  ).toMatchInlineSnapshot(`
    [
      "Contract,Title,Client,Vendor,Status,Stage,Progress (%),Price (USD),Price at its accuracy (USD),Held (USD),Released (USD),Start date,Delivery date",
      "CTR-3,Claims,Acme,Meridian,In Progress,Data Collection,40,1000.00,,600.00,400.00,2026-11-03T09:30:00Z,2026-11-30T09:30:00Z",
      "",
    ]
  `)
})

it.each(['active', 'pending', 'fulfilled', 'closed'] as const)(
  'exports %s requests with the same columns',
  async (tab) => {
    expect(
      await exportLines(columnsOf(tab), {
        id: 'DPR-1',
        title: 'Claims',
        category: 'finance',
        status: 'awaiting_offers',
        offersCount: 2,
        budgetMinCents: 1_500_000n,
        budgetMaxCents: 2_500_000n,
        timelineDays: 14,
        createdAt: at(4),
        closesAt: at(18),
        closedAt: at(17),
      }),
    ).toMatchInlineSnapshot(`
      [
        "ID,Request,Category,Status,Offers,Budget from (USD),Budget to (USD),Timeline (days),Created,Closes,Closed",
        "DPR-1,Claims,Finance,Awaiting Vendor Submissions,2,15000.00,25000.00,14,2026-11-04T09:30:00Z,2026-11-18T09:30:00Z,2026-11-17T09:30:00Z",
        "",
      ]
    `)
  },
)

it('exports drafts, a title not yet given as nothing', async () => {
  expect(
    await exportLines(
      draftColumns,
      { title: 'Claims', updatedAt: at(5) },
      { title: '', updatedAt: at(6) },
    ),
  ).toMatchInlineSnapshot(`
    [
      "Request,Last changed",
      "Claims,2026-11-05T09:30:00Z",
      ",2026-11-06T09:30:00Z",
      "",
    ]
  `)
})

it('exports the marketplace', async () => {
  expect(
    await exportLines(marketColumns, {
      id: 'DPR-1',
      title: 'Claims',
      clientName: 'Acme',
      category: 'finance',
      description: 'Claims of a year',
      budgetMinCents: 1_500_000n,
      budgetMaxCents: 2_500_000n,
      timelineDays: 14,
      deliveryFormat: 'xlsx',
      offersCount: 2,
      createdAt: at(7),
      closesAt: at(21),
    }),
  ).toMatchInlineSnapshot(`
    [
      "ID,Request,Client,Category,Description,Budget from (USD),Budget to (USD),Timeline (days),Delivery format,Offers,Posted,Closes",
      "DPR-1,Claims,Acme,Finance,Claims of a year,15000.00,25000.00,14,Excel (XLSX),2,2026-11-07T09:30:00Z,2026-11-21T09:30:00Z",
      "",
    ]
  `)
})

it('exports saved searches', async () => {
  expect(
    await exportLines(savedSearchColumns, {
      name: 'Fraud',
      search: 'fraud',
      category: 'all',
      sort: 'newest',
      alerts: true,
      createdAt: at(8),
      matchedAt: at(9),
    }),
  ).toMatchInlineSnapshot(`
    [
      "Name,Search,Category,Sorted by,Alerts,Saved,Last match",
      "Fraud,fraud,All,Newest,Yes,2026-11-08T09:30:00Z,2026-11-09T09:30:00Z",
      "",
    ]
  `)
})

const offer = {
  id: 'OFR-1',
  dprId: 'DPR-1',
  dprTitle: 'Claims',
  priceCents: 1_800_000n,
  timelineDays: 10,
  dataFormats: ['csv', 'json'],
  sampleRecords: 500,
  minAccuracyPercent: 95,
  privacyLevel: 'high',
  status: 'rejected',
  rejectedAs: 'not_selected',
  rejectReason: 'Too late',
  createdAt: at(10),
} as const

it('exports received offers', async () => {
  expect(
    await exportLines(receivedOfferColumns, {
      ...offer,
      vendor: { name: 'Meridian', rating: 4.5, completedContracts: 3 },
    }),
  ).toMatchInlineSnapshot(`
    [
      "Offer,Request,Title,Vendor,Rating,Completed contracts,Price (USD),Timeline (days),Data formats,Sample records,Minimum accuracy (%),Accuracy for full price (%),Lowest price (%),Privacy level,More rows of a draw,"More rows, draws",Status,Reason,Received",
      "OFR-1,DPR-1,Claims,Meridian,4.5,3,18000.00,10,"CSV, JSON",500,95,,,High (ε ≤ 1),,,Not Selected,Too late,2026-11-10T09:30:00Z",
      "",
    ]
  `)
})

it('exports decided requests, a price only where an offer was chosen', async () => {
  expect(
    await exportLines(
      offeredRequestColumns,
      { dprId: 'DPR-1', title: 'Claims', chosen: { vendorName: 'Meridian', priceCents: 100n } },
      { dprId: 'DPR-2', title: 'Visits', chosen: null },
    ),
  ).toMatchInlineSnapshot(`
    [
      "Request,Title,Chosen vendor,Price (USD)",
      "DPR-1,Claims,Meridian,1.00",
      "DPR-2,Visits,,",
      "",
    ]
  `)
})

it('exports sent offers', async () => {
  expect(
    await exportLines(sentOfferColumns, {
      ...offer,
      clientName: 'Acme',
      messagesCount: 4,
      contractId: 'CTR-3',
    }),
  ).toMatchInlineSnapshot(`
    [
      "Offer,Request,Title,Client,Price (USD),Timeline (days),Data formats,Sample records,Minimum accuracy (%),Accuracy for full price (%),Lowest price (%),Privacy level,More rows of a draw,"More rows, draws",Status,Reason,Messages,Contract,Sent",
      "OFR-1,DPR-1,Claims,Acme,18000.00,10,"CSV, JSON",500,95,,,High (ε ≤ 1),,,Not Selected,Too late,4,CTR-3,2026-11-10T09:30:00Z",
      "",
    ]
  `)
})
