/** The claims that stand on the landing page as they are, and what is behind each. */
import { formatBps, PLATFORM_FEE_BPS } from '@semblance/contract'

/** Names the figure of the marketplace that belongs to a claim. */
export type ClaimFigure = 'accuracy' | 'privacy' | 'countries' | 'paid'

export type FixedClaim = {
  /** The words on the landing page, each as it stands there. */
  sentences: readonly string[]
  /** Says what is measured, what is guaranteed and what is not; each sentence holds. */
  truth: string
  figure?: ClaimFigure
}

export const fixedClaims: readonly FixedClaim[] = [
  {
    sentences: ['99.9% statistical accuracy', 'Statistically identical', 'Preserved insights'],
    truth:
      'A goal, not a measurement. The report of each delivery states its accuracy: how far frequencies of columns, pairs and triples of columns agree with those of the original, as a share of what a fresh sample of real rows would reach. A twin is never identical to its original. A contract may name a least accuracy; a delivery below it is not handed over.',
    figure: 'accuracy',
  },
  {
    sentences: ['100% privacy protected', 'Zero privacy risk', 'No privacy risk'],
    truth:
      'No method brings the risk to nothing. A delivery in private mode is made under differential privacy: its report states epsilon and delta, which limit what it tells about one row. A delivery in protected mode has guards and no formal guarantee, which its report says. Both are tested for copies and for signs of who was in the original, with the error of the test.',
    figure: 'privacy',
  },
  {
    sentences: ['GDPR and CCPA compliant', 'Compliance ready'],
    truth:
      'The platform has no certificate of an authority to show. What it offers for a review: a data processing agreement, a report and a signed certificate of each delivery, a record of the destruction of the original, and logs of who accepted what. Whether a use complies is for your counsel.',
  },
  {
    sentences: ['30+ nations supported'],
    truth: 'A goal, not a count. Businesses of every country can apply; amounts are in US dollars.',
    figure: 'countries',
  },
  {
    sentences: ['$50M+ data exchanged'],
    truth: `A goal, not a count. The platform fee is ${formatBps(PLATFORM_FEE_BPS)} of a contract's price.`,
    figure: 'paid',
  },
  {
    sentences: ['The most trusted data marketplace', 'Uncompromising Privacy'],
    truth:
      'Slogans. Trust is not measured. Companies are rated by clients with a completed contract, one review each.',
  },
  {
    sentences: ['Quality scoring'],
    truth:
      'Computed from measured deliveries, reviews and answers, by rules that stand beside each score, with its range. A vendor with few deliveries has none, and companies that are recognized as related to the vendor count for nothing; others of the same people are not recognized.',
  },
  {
    sentences: ['Market demand insights'],
    truth:
      'Computed from requests and decided offers of closed quarters. Each figure stands on at least five organizations besides its reader, so that a small market shows few or none. What is asked for is no promise of what will be bought.',
  },
  {
    sentences: ['Data usage analytics'],
    truth:
      'Counts views of listings and offers, opened previews and downloaded files by month, of all clients of a vendor together. What happens to a file after its download is not known to the platform.',
  },
  {
    sentences: ['AI-powered vendor matching'],
    truth:
      'Computed from requests, offers and past deliveries by the platform itself; nothing is sent to an outside model.',
  },
  {
    sentences: ['Automated negotiations'],
    truth:
      'Either party may state rules by which the platform answers proposals of changed terms: prices by a stated schedule, approvals within bounds that the other party is not shown. Each answer is marked as automatic, in the name of the member who stated the rules, and can be stopped. What other parties can conclude from answers is said beside the rules. Offers are accepted and paid for by people.',
  },
]
