import type { OriginalSource } from '@semblance/plots'
import type { Similarity } from '../evaluation.ts'
import type { RelationEvaluation } from '../fidelity/evaluate-relation.ts'
import type { PublishedRelation } from '../publish/publish-relation.ts'
import { type Html, html, panel, percent, table } from './markup.ts'
import { legend, plotOf } from './plots.ts'

/**
 * Renders the relation between a table's rows and those of its parent; the exact figures are for
 * the owner.
 */
export function relationPanels(
  published: PublishedRelation | undefined,
  source: OriginalSource,
  internal: RelationEvaluation | undefined,
): Html[] {
  if (!published) return []
  const { parent, maxRows, linkedShare, counts, plot } = published
  const panels = [
    panel(
      `Rows of each row of ${parent}`,
      `${percent(linkedShare)} of the twin's rows belong to a row of ${parent}'s twin. How many belong to one is ${percent(counts)} alike with what ${source === 'private' ? 'was measured of the original with noise' : 'the original has, rare numbers pooled'}; more than ${maxRows} do not count.`,
      ...(plot
        ? [legend(source, 'columns'), plotOf(`rows of each row of ${parent}`, plot, source)]
        : []),
    ),
  ]
  return internal ? [...panels, dependencePanel(internal)] : panels
}

function dependencePanel({ parent, orphans, counts, pairs, weakest }: RelationEvaluation): Html {
  const row = (name: string | Html, { value, ceiling }: Similarity) => [
    name,
    percent(value),
    percent(ceiling),
    percent(Math.min(1, value / ceiling)),
  ]
  return panel(
    `Dependence on ${parent}`,
    orphans === 0
      ? 'Every row of the original belongs to a row there.'
      : `${orphans.toLocaleString('en')} rows of the original belong to no row there, and were left out.`,
    table(
      'Likeness of what ties the tables beside that of fresh real rows',
      ['', 'Twin', 'Real rows', 'Share'],
      [
        row(`Rows of each row of ${parent}`, counts),
        row('Pairs of columns, one of each table', pairs),
        ...weakest.map((pair) =>
          row(html`<code>${pair.parent}</code> and <code>${pair.child}</code>`, pair),
        ),
      ],
      [1, 2, 3],
    ),
  )
}
