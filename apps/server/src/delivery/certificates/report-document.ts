/** A validation report for reading and printing: what was measured, and what each figure means. */
import {
  accountFacts,
  accountLimits,
  choiceText,
  copyStatement,
  guaranteeText,
  measuredReportText,
  type PublishedReport,
  runsText,
  type SourceAccount,
} from '@semblance/contract'
import {
  numberRows,
  numberRowsNote,
  outcomeLabels,
  outcomeOf,
  qualityFact,
  qualityScoreMeaning,
  untestedText,
  usefulnessFact,
  usefulnessLabel,
} from '@semblance/plots'
import type { PdfBlock, PdfDocument } from '../../platform/pdf/pdf.ts'
import { plotBlocks } from './report-plots.ts'
import type { CertificateDraft, Described, DescribedTable } from './types.ts'

export function reportDocument(
  draft: CertificateDraft,
  { at, account, tables }: Described,
): PdfDocument {
  const { id, address, subject, isMeasuredByVendor, isCopy } = draft
  return {
    kind: 'Validation report',
    title: subject.title,
    subtitle: `Synthetic twin of data of ${subject.vendor_name}, for ${subject.client_name}`,
    documentId: subject.id,
    issuedAt: at,
    blocks: [
      {
        definitions: [
          { term: 'Contract and request', value: `${subject.id}, ${subject.dpr_id}` },
          { term: 'Certificate', value: id },
          { term: 'Verify it at', value: address },
        ],
      },
      {
        paragraph:
          'The certificate holds the SHA-256 of each delivered file, of this one included, and anyone can verify it.',
      },
      ...(isCopy ? [{ paragraph: copyStatement }] : []),
      ...(isMeasuredByVendor ? [{ paragraph: measuredReportText }] : []),
      ...(account ? accountBlocks(account, tables, draft) : []),
      ...tables.flatMap((table) => tableBlocks(table, tables.length > 1)),
    ],
  }
}

/** Shows what this delivery adds to the account of its source, with what was spent before and the limit. */
function accountBlocks(
  account: SourceAccount,
  tables: DescribedTable[],
  { isMeasuredByVendor = false, isConnected = false }: CertificateDraft,
): PdfBlock[] {
  const own = tables.flatMap(({ report: { privacy } }) => {
    const { epsilon, delta } = privacy
    return epsilon === null || delta === null ? [] : [{ epsilon, delta }]
  })
  const largest = {
    epsilon: Math.max(...own.map(({ epsilon }) => epsilon)),
    delta: Math.max(...own.map(({ delta }) => delta)),
  }
  return [
    { heading: 'Privacy account of the source' },
    {
      table: {
        columns: [
          { label: 'What was measured', width: 6 },
          { label: 'Privacy loss', width: 5 },
        ],
        rows: [
          ...(own.length === tables.length ? [['This delivery', guaranteeText(largest)]] : []),
          ...accountFacts(account).map(({ label, value }) => [label, value]),
          ['The vendor names the source', account.sourceId],
        ],
      },
    },
    ...(account.runs !== undefined && account.runs > 1
      ? [{ paragraph: runsText(account.runs, isMeasuredByVendor) }]
      : []),
    ...(account.choice ? [{ paragraph: choiceText(account.choice, 'copy') }] : []),
    { paragraph: accountLimits(isMeasuredByVendor, isConnected) },
  ]
}

function tableBlocks({ file, report }: DescribedTable, isOneOfMany: boolean): PdfBlock[] {
  const { privacy } = report
  const untested = untestedText(privacy.untested)
  return [
    { heading: isOneOfMany ? `Summary of ${file.name}` : 'Summary' },
    { table: { columns: figureColumns, rows: figures(report) } },
    { heading: 'Privacy measures' },
    {
      table: {
        columns: [
          { label: 'Measure', width: 3.4 },
          { label: 'What it means', width: 6.4 },
          { label: 'Measured, and what is tolerated', width: 5 },
          { label: 'Result', width: 1.7 },
        ],
        rows: privacy.checks.map((check) => [
          check.label,
          check.detail,
          check.figure?.text ?? '',
          outcomeLabels[outcomeOf(check)],
        ]),
      },
    },
    ...(untested ? [{ paragraph: untested }] : []),
    { paragraph: privacy.guarantee },
    { heading: 'Columns' },
    {
      table: {
        columns: [
          { label: 'Column', width: 6 },
          { label: 'Kind', width: 3 },
          { label: 'Agrees with the original', width: 3, align: 'right' },
        ],
        rows: report.columns.map(({ name, kind, shape }) => [name, kind, percent(shape)]),
      },
    },
    ...numberBlocks(report),
    ...plotBlocks(report),
  ]
}

/** Shows means, totals and quantiles; nothing if the report has none. */
function numberBlocks({ columns }: PublishedReport): PdfBlock[] {
  const rows = columns.flatMap(({ name, numbers }) =>
    numbers
      ? numberRows(numbers).map(({ label, original, range, twin, verdict }, i) => [
          i === 0 ? name : '',
          label,
          range ? `${original} (${range})` : original,
          verdict === 'outside' ? `${twin}, outside` : twin,
        ])
      : [],
  )
  if (rows.length === 0) return []
  return [
    { heading: 'Means and quantiles' },
    { paragraph: numberRowsNote },
    {
      table: {
        columns: [
          { label: 'Column', width: 4 },
          { label: 'Figure', width: 3 },
          { label: 'Original, with noise', width: 5.5, align: 'right' },
          { label: 'Twin', width: 3, align: 'right' },
        ],
        rows,
      },
    },
  ]
}

const figureColumns = [
  { label: 'Figure', width: 3 },
  { label: 'Value', width: 3.4 },
  { label: 'What it means', width: 8 },
]

function figures({ rows, fidelity, usefulness, privacy }: PublishedReport) {
  const { accuracy } = fidelity
  const score = qualityFact(fidelity)
  const useful = usefulnessFact(usefulness)
  return [
    ['Records', `${count(rows.synthetic)} of ${count(rows.columns)} columns`, 'Rows of the twin.'],
    [score.label, score.value, `${score.value} ${score.note}. ${qualityScoreMeaning}`],
    ...(accuracy
      ? [
          ['Columns alone', percent(accuracy.univariate), 'Frequencies of values agree.'],
          ['Pairs of columns', percent(accuracy.bivariate), 'Values occur together as often.'],
          ['Three together', percent(accuracy.trivariate), 'The same for three columns at once.'],
        ]
      : []),
    [usefulnessLabel, useful.value, `${useful.note}.`],
    privacyFigure(privacy),
  ]
}

function privacyFigure({ mode, unit, epsilon, delta }: PublishedReport['privacy']): string[] {
  if (mode === 'protected' || epsilon === null || delta === null)
    return ['Privacy', 'Protected mode', 'Guards in place of a formal guarantee; none is claimed.']
  const whose = unit === 'row' ? 'one row' : 'one person or thing, with all its rows,'
  return [
    'Privacy',
    `epsilon ${epsilon}, delta ${Number(delta.toPrecision(2)).toExponential()}`,
    `The presence of ${whose} changes the chance of any outcome by a factor of at most e to the power of epsilon, but for a chance of delta.`,
  ]
}

const count = (value: number) => value.toLocaleString('en-US')
const percent = (share: number) => `${(100 * share).toFixed(1)}%`
