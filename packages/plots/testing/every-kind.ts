/** Plots of every kind and their edge cases, for the tests of drawing and of printers. */
import {
  accuracyCells,
  type Box,
  bars,
  correlationCells,
  heatmap,
  histogram,
  type Plot,
  pairMap,
} from '../src/index.ts'

const long = 'A category whose name is far longer than any column of a report is wide'
const day = (year: number, month = 0) => Date.UTC(year, month, 1)

const shares = { original: [0.2, 0.5, 0.3], synthetic: [0.25, 0.45, 0.3] }
const one = { original: [1], synthetic: [1] }
const nothing = { original: [0], synthetic: [0] }
const ages = { x: { labels: ['0–49', '50–99'] }, y: { labels: ['North', 'South'] } }
const half = [
  [0.2, 0.4],
  [0.05, 0.35],
]

/** Maps names to plots, which are laid out in a box. */
export const everyKind: Record<string, (box: Box) => Plot> = {
  histogram: (box) => histogram({ edges: [0, 40, 80, 120], ...shares, format: 'integer' }, box),
  'histogram of negative numbers': (box) =>
    histogram({ edges: [-1.5, -0.5, 0.5, 1.5], ...shares, format: 'number' }, box),
  'histogram of days': (box) =>
    histogram(
      { edges: [day(2025), day(2025, 5), day(2026), day(2026, 10)], ...shares, format: 'date' },
      box,
    ),
  'histogram of billions': (box) =>
    histogram({ edges: [0, 1e9, 2e9, 4e9], ...shares, format: 'integer' }, box),
  'histogram of a narrow range of billions': (box) =>
    histogram({ edges: [1e9, 1e9 + 2, 1e9 + 4, 1e9 + 6], ...shares, format: 'integer' }, box),
  'histogram with one bin': (box) => histogram({ edges: [3, 4], ...one, format: 'integer' }, box),
  'histogram of a constant': (box) => histogram({ edges: [7, 7], ...one, format: 'number' }, box),
  'histogram without rows': (box) =>
    histogram({ edges: [0, 1], ...nothing, format: 'number' }, box),
  'histogram without bins': (box) =>
    histogram({ edges: [], original: [], synthetic: [], format: 'number' }, box),
  bars: (box) => bars({ labels: ['Rome', 'Oslo', 'Bern'], ...shares }, box, 'exact'),
  'bars with long names': (box) =>
    bars({ labels: [long, '東京'.repeat(20), 'c'], ...shares }, box, 'exact'),
  'bars of one name': (box) => bars({ labels: ['only'], ...one }, box, 'exact'),
  'bars without rows': (box) => bars({ labels: ['none'], ...nothing }, box, 'exact'),
  'bars without names': (box) => bars({ labels: [], original: [], synthetic: [] }, box, 'exact'),
  'pair map': (box) =>
    pairMap({ ...ages, original: half, synthetic: half.toReversed() }, box, 'private'),
  'pair map with long names': (box) =>
    pairMap(
      {
        x: { labels: [long, 'b', long] },
        y: { labels: [long] },
        original: [[0.2, 0.5, 0.3]],
        synthetic: [[0.3, 0.4, 0.3]],
      },
      box,
      'private',
    ),
  'pair map of one place': (box) =>
    pairMap(
      { x: { labels: ['a'] }, y: { labels: ['b'] }, original: [[1]], synthetic: [[1]] },
      box,
      'private',
    ),
  'pair map without places': (box) =>
    pairMap({ x: { labels: [] }, y: { labels: [] }, original: [], synthetic: [] }, box, 'private'),
  correlations: (box) =>
    heatmap(
      correlationCells({
        columns: ['age', 'fare', long],
        original: [
          [1, 0.424, -0.002],
          [0.424, 1, null],
          [-0.002, null, 1],
        ],
        synthetic: [
          [1, -0.07, 1],
          [-0.07, 1, 0],
          [1, 0, 1],
        ],
      }),
      box,
    ),
  'accuracy of pairs': (box) =>
    heatmap(
      accuracyCells(
        ['a', 'b'],
        [
          [1, 0.7],
          [0.7, 1],
        ],
      ),
      box,
    ),
  'heatmap without columns': (box) => heatmap({ columns: [], cells: [] }, box),
}
