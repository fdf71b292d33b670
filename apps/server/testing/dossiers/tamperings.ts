/** Changes of a dossier that each must be found, with what is found and where. */
import { type DossierFindingId, parseCheckpoint } from '@semblance/contract'
import { chain, offerChain, type Parts, pathOf, replace, sha256Of } from './dossier-parts.ts'

type Tampering = [
  name: string,
  /** Changes the dossier; `other` is that of another deal between the same parties. */
  change: (parts: Parts, other: Parts) => void,
  id: DossierFindingId,
  place: string | RegExp,
]

export const tamperings: Tampering[] = [
  [
    'a changed price in an opening',
    (parts) => {
      const { opening } = chain(parts).leaves[0]!
      opening!.payload = opening!.payload.replaceAll('1850000', '1750000')
    },
    'opening_altered',
    / #1$/,
  ],
  [
    'a changed price with a commitment that fits it',
    (parts) => {
      const [leaf] = chain(parts).leaves
      leaf!.opening!.payload = leaf!.opening!.payload.replaceAll('1850000', '1750000')
      leaf!.commitment = sha256Of(
        Buffer.concat([
          Buffer.from('semblance-log-v1\n'),
          Buffer.from(leaf!.opening!.salt, 'hex'),
          Buffer.from(leaf!.opening!.payload),
        ]),
      )
    },
    'leaf_not_in_log',
    / #1$/,
  ],
  ['a dropped leaf', (parts) => void chain(parts).leaves.splice(2, 1), 'leaf_missing', / #3$/],
  ['a dropped request', ({ manifest }) => void manifest.chains.shift(), 'chain_unlinked', /^OFR-/],
  [
    'swapped leaves',
    (parts) => {
      const { leaves } = chain(parts)
      leaves.push(...leaves.splice(1, 2).reverse())
    },
    'leaf_order',
    /^CTR-/,
  ],
  [
    'a leaf of another deal',
    (parts, other) => {
      const { leaves } = chain(other)
      chain(parts).leaves.splice(1, 1, leaves[1]!)
    },
    'leaf_of_other_chain',
    / #2$/,
  ],
  [
    'the offer of another deal',
    (parts, other) => void Object.assign(offerChain(parts), offerChain(other)),
    'chain_unlinked',
    /^CTR-/,
  ],
  [
    'the certificate of another deal',
    (parts, from) =>
      replace(parts, pathOf(parts, 'certificate'), from.files.get(pathOf(from, 'certificate'))!),
    'statement_of_other_deal',
    /^certificates\//,
  ],
  [
    'a changed certificate',
    (parts) => {
      const path = pathOf(parts, 'certificate')
      const text = Buffer.from(parts.files.get(path)!).toString()
      replace(parts, path, Buffer.from(`${text.slice(0, -8)}AAAAAAA${text.slice(-1)}`))
    },
    'statement_altered',
    /^certificates\//,
  ],
  [
    'a certificate left out',
    ({ manifest, files }) => {
      const path = manifest.documents.find(({ kind }) => kind === 'certificate')!.path
      files.delete(path)
      manifest.documents = manifest.documents.filter((one) => one.path !== path)
    },
    'statement_missing',
    / #4$/,
  ],
  [
    'the agreement of another deal in place of the one consented to',
    (parts, from) =>
      replace(
        parts,
        pathOf(parts, 'agreement_text'),
        from.files.get(pathOf(from, 'agreement_text'))!,
      ),
    'agreement_text_missing',
    / #1$/,
  ],
  [
    'a changed review period in what was consented to',
    (parts) => {
      const path = pathOf(parts, 'agreement_text')
      const text = Buffer.from(parts.files.get(path)!).toString()
      if (!text.includes('"reviewDays":14')) throw new Error('The review has another length.')
      replace(parts, path, Buffer.from(text.replace('"reviewDays":14', '"reviewDays":1')))
    },
    'agreement_text_missing',
    / #1$/,
  ],
  [
    'a consent left out',
    (parts) => void offerChain(parts).leaves.splice(1, 1),
    'consent_missing',
    / vendor$/,
  ],
  [
    'a changed document',
    ({ files }) => {
      const content = Buffer.from(files.get('contract.pdf')!)
      content[1000]! ^= 1
      files.set('contract.pdf', content)
    },
    'document_altered',
    'contract.pdf',
  ],
  [
    'a document left out',
    ({ files }) => void files.delete('contract.pdf'),
    'file_missing',
    'contract.pdf',
  ],
  [
    'a document slipped in',
    ({ files }) => void files.set('annex.pdf', Buffer.from('%PDF')),
    'file_unlisted',
    'annex.pdf',
  ],
  [
    'a changed ledger entry',
    ({ manifest }) => {
      manifest.entries[0]!.legs[0]!.amountCents = '1850001'
    },
    'entry_altered',
    /^(escrow|fee) /,
  ],
  [
    'a ledger entry left out',
    ({ manifest }) => void manifest.entries.shift(),
    'entry_missing',
    /^CTR-/,
  ],
  [
    'a changed balance',
    ({ manifest }) => {
      manifest.balances.heldCents = '100'
    },
    'sums_differ',
    'held',
  ],
  [
    'a checkpoint of a larger tree',
    ({ manifest }) => {
      const [log] = manifest.logs
      const { size } = parseCheckpoint(`${log!.checkpoint!.split('\n\n')[0]!}\n`)!
      log!.checkpoint = log!.checkpoint!.replace(`\n${size}\n`, `\n${size + 1}\n`)
    },
    'checkpoint_altered',
    'semblance.test/log',
  ],
  [
    'an earlier checkpoint that was never signed',
    ({ manifest }) => {
      const { history } = manifest.logs[0]!
      history[0]!.checkpoint = history[0]!.checkpoint.replace(/\n[\w+/]{8}/, '\nAAAAAAAA')
    },
    'history_broken',
    /^semblance\.test\/log/,
  ],
]
