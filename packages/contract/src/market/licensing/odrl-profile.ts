/** The profile of ODRL 2.2 with the terms that the vocabulary of ODRL does not have. */

/** Names the path at which an installation publishes the profile; its terms are fragments of this address. */
export const odrlProfilePath = '/ns/odrl/1'

type TermKind = 'Action' | 'LeftOperand' | 'Concept'

/** Lists the terms of the profile; an action names the action of ODRL that includes it. */
export const profileTerms = {
  examine: {
    kind: 'Action',
    includedIn: 'use',
    means: 'To examine a delivered dataset before it is accepted.',
  },
  trainModel: {
    kind: 'Action',
    includedIn: 'derive',
    means: 'To train a statistical or machine learning model with the dataset.',
  },
  distributeModel: {
    kind: 'Action',
    includedIn: 'use',
    means: 'To pass a model that was trained with the dataset on to others.',
  },
  reidentify: {
    kind: 'Action',
    includedIn: 'use',
    means:
      'To attempt to identify a person by the dataset, or to reconstruct rows of the original that it was made from.',
  },
  link: {
    kind: 'Action',
    includedIn: 'use',
    means: 'To link rows of the dataset with other data about people.',
  },
  userCount: {
    kind: 'LeftOperand',
    includedIn: null,
    means: 'The number of people of the assignee who use the dataset.',
  },
  monthsFromDelivery: {
    kind: 'LeftOperand',
    includedIn: null,
    means:
      'The months since the day on which the dataset was delivered; a month that has begun counts.',
  },
  daysFromEnd: {
    kind: 'LeftOperand',
    includedIn: null,
    means: 'The days since the policy ended, by its term or otherwise.',
  },
  Acceptance: {
    kind: 'Concept',
    includedIn: null,
    means: 'The acceptance of the delivery by the assignee.',
  },
  Affiliate: {
    kind: 'Concept',
    includedIn: null,
    means:
      'An organization that controls the assignee, is controlled by it, or is controlled by the same one.',
  },
  InternalAnalytics: {
    kind: 'Concept',
    includedIn: null,
    means: 'Analyses for the own purposes of the users.',
  },
  RequestedUseCase: {
    kind: 'Concept',
    includedIn: null,
    means: 'The use case that the request names, on which the deal is based.',
  },
  ModelTraining: {
    kind: 'Concept',
    includedIn: null,
    means: 'Training and evaluating models.',
  },
  SoftwareTesting: {
    kind: 'Concept',
    includedIn: null,
    means: 'Developing and testing software.',
  },
  Research: { kind: 'Concept', includedIn: null, means: 'Research.' },
} as const satisfies Record<
  string,
  { kind: TermKind; includedIn: 'use' | 'derive' | null; means: string }
>
export type ProfileTerm = keyof typeof profileTerms

const types: Record<TermKind, string[]> = {
  Action: ['odrl:Action', 'skos:Concept'],
  LeftOperand: ['odrl:LeftOperand', 'skos:Concept'],
  Concept: ['skos:Concept'],
}

/** Returns the profile as JSON-LD, for an installation at `url`. */
export function odrlProfile(url: string) {
  const address = `${url}${odrlProfilePath}`
  return {
    '@context': {
      odrl: 'http://www.w3.org/ns/odrl/2/',
      skos: 'http://www.w3.org/2004/02/skos/core#',
      sem: `${address}#`,
      includedIn: { '@id': 'odrl:includedIn', '@type': '@id' },
      inScheme: { '@id': 'skos:inScheme', '@type': '@id' },
      definition: { '@id': 'skos:definition', '@language': 'en' },
      label: { '@id': 'skos:prefLabel', '@language': 'en' },
    },
    '@graph': [
      {
        '@id': address,
        '@type': ['skos:ConceptScheme'],
        label: 'Semblance profile of ODRL 2.2, version 1',
      },
      ...Object.entries(profileTerms).map(([name, { kind, includedIn, means }]) => ({
        '@id': `sem:${name}`,
        '@type': types[kind],
        inScheme: address,
        label: name,
        definition: means,
        ...(includedIn && { includedIn: `odrl:${includedIn}` }),
      })),
    ],
  }
}
