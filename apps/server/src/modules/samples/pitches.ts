/** How each sample vendor words its offers. */
import type { vendors } from './vendors.ts'

export const pitches: Record<keyof typeof vendors, string> = {
  meridian:
    'Built from our own panel with every column documented. The first 1,000 records come within three days; seasonality and rare groups are checked before delivery.',
  cohort:
    'A statistician accompanies the project. We deliver a codebook, a missing-data report and one round of changes.',
  nagare:
    'Continuous streams from our partner network, gap-filled and aligned to UTC, with events labeled by hand.',
  tessera: 'A ready source with a long history: fast, inexpensive, and in exactly your layout.',
  arbor:
    'A panel that we refresh each quarter, with the last two years in it. Rare groups are reported, never filled up.',
  calder:
    'Every application with its decision and what became of it. Two people of ours have worked in model validation.',
  kestrel:
    'Linked from three registers and checked against their published totals. You get the script of every check.',
  lindgren:
    'Designed as a survey would be: strata, weights and a note on what the table cannot answer.',
  pampa:
    'Good enough to build and test with, at a price that fits a first version. One round of changes is included.',
  quayside:
    'Terminals and web shops of four countries in one layout. Labels come with the day on which they became known.',
  solace:
    'Each pathway is read by two clinicians before delivery. What looks impossible is corrected at the source.',
  zephyr:
    'Events in their original order and pace, with gaps where there were gaps. Delivered in batches from day three.',
}
