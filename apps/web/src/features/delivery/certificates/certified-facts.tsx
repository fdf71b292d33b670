import {
  accountLimits,
  accountOf,
  accountText,
  type Certificate,
  connectionKindLabels,
  dataFormatLabels,
  guaranteeText,
  neverLeftStatement,
  noiseTexts,
  privacyLevelLabels,
  statementTexts,
  verifyMeasured,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { ShortHash } from '@/components/blocks/text/short-hash.tsx'
import { count, date, exactTime, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Shows the parties, the delivery and its terms. */
export function CertifiedContract({ certificate }: { certificate: Certificate }) {
  const { license, vendor, engine, iss, iat, log } = certificate
  return (
    <Panel
      title={certificate.listing ? 'What was made' : 'What was delivered'}
      description={certificate.listing?.statement}
    >
      <DescriptionList
        className="border-t"
        rows={[
          { term: 'Vendor', value: <Party {...vendor} /> },
          ...(certificate.listing ? listingRows(certificate) : contractRows(certificate)),
          ...(license
            ? [
                {
                  term: 'License',
                  value: (
                    <Link className="link" to={paths.license(license.id)}>
                      Open the license
                    </Link>
                  ),
                },
              ]
            : []),
          { term: 'Issued', value: exactTime(iat * 1000) },
          { term: 'Issued by', value: <span className="break-all">{iss}</span> },
          ...(log && log.entries.length > 0
            ? [
                {
                  term: 'Names before it',
                  value: `${plural(log.entries.length, 'step')} of the deal in ${log.origin}`,
                },
              ]
            : []),
          { term: 'Made with', value: `${engine.name} ${engine.version}` },
        ]}
      />
    </Panel>
  )
}

type Row = { term: string; value: ReactNode }

function contractRows({ contract, client, terms }: Certificate): Row[] {
  return [
    ...(client ? [{ term: 'Client', value: <Party {...client} /> }] : []),
    ...(contract
      ? [
          { term: 'Contract', value: <Id>{contract.id}</Id> },
          { term: 'Request', value: <Id>{contract.dprId}</Id> },
        ]
      : []),
    {
      term: 'Agreed formats',
      value: terms.dataFormats.map((format) => dataFormatLabels[format]).join(', '),
    },
    {
      term: 'Agreed accuracy',
      value: terms.minAccuracyPercent === null ? 'Not stated' : `${terms.minAccuracyPercent}%`,
    },
    { term: 'Agreed privacy', value: privacyLevelLabels[terms.privacyLevel] },
    {
      term: 'Agreed records',
      value: terms.minRecords === null ? 'Not stated' : `at least ${count(terms.minRecords)}`,
    },
  ]
}

const listingRows = ({ listing, terms }: Certificate): Row[] => [
  { term: 'Made for', value: `A listing, named “${listing?.title ?? ''}” by its vendor` },
  { term: 'Chosen privacy', value: privacyLevelLabels[terms.privacyLevel] },
]

/** Says in a sentence what was delivered or made. */
export function leadOf({ contract, client, vendor, listing, files, tables, iat }: Certificate) {
  const records = tables.reduce((sum, table) => sum + table.records, 0)
  const made =
    contract && client
      ? `${vendor.name} delivered “${contract.title}” to ${client.name}`
      : `the twin “${listing?.title ?? ''}” of ${vendor.name} was made for a listing`
  return `On ${date(iat * 1000)}, ${made}: ${plural(records, 'synthetic record')} in ${plural(tables.length, 'table')}, ${plural(files.length, 'file')} in all.`
}

function Party({ id, name }: { id: string; name: string }) {
  return (
    <>
      {name} <Id className="text-sm">{id}</Id>
    </>
  )
}

/** Shows what is measured of the original data over all deliveries and previews; nothing where it was not accounted for. */
export function CertifiedSource({ certificate }: { certificate: Certificate }) {
  const source = accountOf(certificate)
  const { privacyAccount, measurement } = certificate
  const isMeasuredByVendor = measurement !== undefined
  if (!source) return null
  return (
    <Panel title="Privacy account of the source">
      {privacyAccount && (
        <p>This delivery by itself, per row: {guaranteeText(privacyAccount.delivery)}.</p>
      )}
      <p>{accountText(source, isMeasuredByVendor, certificate.listing !== undefined)}</p>
      <p className="mt-2 text-muted-foreground text-sm">
        The vendor names the source <Id>{source.sourceId}</Id>.{' '}
        {accountLimits(isMeasuredByVendor, certificate.connection !== undefined)}
      </p>
    </Panel>
  )
}

/** Shows the fate of the originals, in the signed words. */
export function CertifiedOriginals({ certificate }: { certificate: Certificate }) {
  const { originals, destruction, sample, measurement, connection, copy } = certificate
  if (measurement) return <CertifiedMeasurement certificate={certificate} measured={measurement} />
  if (connection) return <CertifiedConnectionPanel connection={connection} originals={originals} />
  return (
    <Panel title="Original data">
      {copy && (
        <p className="mb-2">
          {copy.statement} Made {exactTime(copy.madeAt)}, listed as <Id>{copy.listing}</Id>,
          revision {copy.revision}.
        </p>
      )}
      {destruction ? (
        <p>
          {destruction.statement}{' '}
          <span className="text-muted-foreground">{exactTime(destruction.at)}</span>
        </p>
      ) : (
        <p>
          {sample
            ? 'None was uploaded: the sample marketplace brings its originals along, and deletes none.'
            : 'Nothing is stated about its destruction.'}
        </p>
      )}
      {destruction && (
        <div className="mt-3 text-sm">
          <p className="text-muted-foreground">Row of the audit log, SHA-256</p>
          <Hash>{destruction.auditRowSha256}</Hash>
        </div>
      )}
      <OriginalHashes originals={originals} noun="uploaded file" />
    </Panel>
  )
}

type OriginalHashesProps = { originals: Certificate['originals']; noun: string }

function OriginalHashes({ originals, noun }: OriginalHashesProps) {
  if (originals.length === 0) return null
  return (
    <div className="mt-3 text-sm">
      <p className="text-muted-foreground">{plural(originals.length, noun)}, SHA-256</p>
      <ul>
        {originals.map(({ sha256 }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is signed; it never changes
          <li key={index}>{sha256 ? <Hash>{sha256}</Hash> : 'not recorded'}</li>
        ))}
      </ul>
    </div>
  )
}

type CertifiedConnectionPanelProps = {
  connection: NonNullable<Certificate['connection']>
  originals: Certificate['originals']
}

/** Shows who held what of data that was read through a connection of the vendor's. */
function CertifiedConnectionPanel({ connection, originals }: CertifiedConnectionPanelProps) {
  const { at, kind, tables, held, sameRows, notKnown } = connection
  return (
    <Panel
      title="Original data"
      description={`${plural(tables, 'table')}, read where they are: ${connectionKindLabels[kind]}, ${exactTime(at)}`}
    >
      <div className="grid gap-3">
        <p>{held}</p>
        <p>{sameRows}</p>
        <p className="text-muted-foreground text-sm">{notKnown}</p>
      </div>
      <OriginalHashes originals={originals} noun="file" />
    </Panel>
  )
}

type CertifiedMeasurementProps = {
  certificate: Certificate
  measured: NonNullable<Certificate['measurement']>
}

/** Shows who attests what of a delivery that its vendor measured, and what of the vendor's statement can be checked. */
function CertifiedMeasurement({ certificate, measured }: CertifiedMeasurementProps) {
  const { at, key, noise, vendorAttests, platformAttests, notKnown } = measured
  const checked = useQuery({
    queryKey: ['vendor statement', measured.statement],
    queryFn: () => verifyMeasured(certificate),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const state = checked.data?.state
  return (
    <Panel title="Original data" description="Measured by the vendor, on its own premises">
      <div className="grid gap-3">
        <p>{neverLeftStatement}</p>
        <p>{vendorAttests}</p>
        <p>{platformAttests}</p>
        <p>{noiseTexts[noise]}</p>
        <p className="text-muted-foreground text-sm">{notKnown}</p>
        {state && <p role="status">{statementTexts[state]}</p>}
        <div className="text-sm">
          <p className="text-muted-foreground">
            Statement accepted {exactTime(at)}. Key of the vendor, registered{' '}
            {exactTime(key.registeredAt)}
          </p>
          <Hash>{key.kid}</Hash>
        </div>
      </div>
    </Panel>
  )
}

/** Shows a hash, of which all can be copied. */
export const Hash = ({ children }: { children: string }) => (
  <ShortHash value={children} className="text-muted-foreground" />
)
