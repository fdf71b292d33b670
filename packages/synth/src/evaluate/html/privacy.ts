import { outcomeOf, untestedText } from '@semblance/plots'
import type {
  Attack,
  AttackKind,
  Distances,
  PersonalDataScan,
  PrivacyEvaluation,
} from '../evaluation.ts'
import type { InternalReport, PublishedReport } from '../report.ts'
import { type Html, html, outcomeBadge, panel, percent, table, whole } from './markup.ts'
import { intervalPlot } from './plots.ts'

/** Renders the claimed guarantee and the checks, as a buyer may see them. */
export function guaranteePanel(privacy: PublishedReport['privacy']): Html {
  const { mode, guarantee, checks } = privacy
  const untested = untestedText(privacy.untested)
  return panel(
    mode === 'private' ? 'Guarantee and checks' : 'Protection and checks',
    '',
    html`<p>${guarantee}</p>`,
    html`<ul class="checks">${checks.map(
      (check) =>
        html`<li><div>${outcomeBadge(outcomeOf(check))}</div><div>${check.label}<p>${check.detail}</p><p class="figures">${check.figure.text}</p></div></li>`,
    )}</ul>`,
    untested === null ? html`` : html`<p class="muted">${untested}</p>`,
  )
}

/** Shows exact results of attacks, for the owner. */
export function attackPanels({ distances, attacks, personalData }: PrivacyEvaluation): Html[] {
  return [
    attacksPanel(attacks),
    html`<div class="two">${[distancesPanel(distances), ...(personalData ? [personalDataPanel(personalData)] : [])]}</div>`,
  ]
}

const ATTACKS: Record<AttackKind, string> = {
  'singling-out': 'Singling out by one column',
  'singling-out-joint': 'Singling out by several columns',
  linkability: 'Linking two parts of a row',
  inference: 'Guessing',
  membership: 'Telling who was in the original',
  'membership-outliers': 'The same, for unusual rows',
}

function attacksPanel(attacks: Attack[]): Html {
  const most = Math.max(0.05, ...attacks.map(({ risk }) => risk.high))
  return panel(
    'Attacks',
    'Success against rows the twin was made from, beyond that against rows it never saw. An attack has failed the twin if its confidence interval lies above 0, and is passed if the interval ends below 10%; in between nothing can be said.',
    table(
      'Attacks on the twin',
      ['Attack', 'Tries', 'On these rows', 'On others', 'Risk', `0 to ${percent(most, 0)}`, ''],
      attacks.map(({ kind, column, attacks: tries, trainRate, controlRate, risk, outcome }) => [
        column === null ? ATTACKS[kind] : html`${ATTACKS[kind]} <code>${column}</code>`,
        whole(tries),
        percent(trainRate),
        percent(controlRate),
        `${percent(risk.value)} (${percent(risk.low)} to ${percent(risk.high)})`,
        intervalPlot(risk.value, risk.low, risk.high, most),
        outcomeBadge(outcome),
      ]),
      [1, 2, 3, 4],
    ),
  )
}

function distancesPanel({ rows, closestShare, nearestRatio, exactMatches }: Distances): Html {
  const rounded = (ratio: number) => ratio.toFixed(3)
  return panel(
    'Closest records',
    `Among ${whole(rows)} rows of each side of the original; repeated rows among all.`,
    table(
      'Distances from the twin to the original',
      ['', 'Found', 'Limit', ''],
      [
        [
          'Nearer to rows it was made from',
          percent(closestShare.value),
          percent(closestShare.limit),
          outcomeBadge(closestShare.outcome),
        ],
        [
          'Of such rows repeated in the twin',
          whole(exactMatches.train),
          whole(exactMatches.limit),
          outcomeBadge(exactMatches.outcome),
        ],
        ['Of held-out rows repeated', whole(exactMatches.holdout), '', ''],
        ['Nearest to second nearest, these rows', rounded(nearestRatio.train), '', ''],
        ['Nearest to second nearest, held-out rows', rounded(nearestRatio.holdout), '', ''],
      ],
      [1, 2],
    ),
  )
}

function personalDataPanel({ columns, identifiers, pass }: PersonalDataScan): Html {
  return panel(
    'Personal data',
    'Values of the original in columns that are made up afresh, and addresses or numbers of people anywhere.',
    html`<p>${outcomeBadge(pass ? 'passed' : 'failed')}</p>`,
    table(
      'Values of the original found in the twin',
      ['Column', 'Found', 'By chance'],
      [
        ...columns.map(({ name, shared, expected }) => [
          html`<code>${name}</code>`,
          whole(shared),
          expected === null ? 'from a public list' : whole(expected),
        ]),
        ['E-mail addresses, IBANs, cards among categories', whole(identifiers), '0'],
      ],
      [1, 2],
    ),
  )
}

/** Renders the cost of each measurement of the original; nothing in protected mode, which has no budget. */
export function ledgerPanel(
  { ledger }: Pick<InternalReport, 'ledger'>,
  { rhoBudget, rhoSpent, allRuns }: PublishedReport['privacy'],
): Html[] {
  if (rhoBudget === null || rhoSpent === null) return []
  const hasEarlier = allRuns === null || allRuns.rhoSpent > rhoSpent
  const total = allRuns
    ? ` With earlier runs on the same original: rho ${allRuns.rhoSpent.toFixed(4)}, which is epsilon ${allRuns.epsilon.toFixed(2)} at delta ${allRuns.delta.toExponential(1)}.`
    : ' Earlier runs on the same original had no bound, so all of them together have none.'
  return [
    panel(
      'Privacy budget',
      `Every look at the original, paid before it happened: rho ${rhoSpent.toFixed(4)} of ${rhoBudget.toFixed(4)}.${hasEarlier ? total : ''}`,
      table(
        'What was measured and what it cost',
        ['Measured', 'rho', 'Share'],
        ledger.map(({ label, rho }) => [label, rho.toPrecision(3), percent(rho / rhoBudget)]),
        [1, 2],
      ),
    ),
  ]
}
