import { tmpdir } from 'node:os'
import { type Outcome, outcomeLabels, qualityFact } from '@semblance/plots'
import type { Attack } from '../evaluate/evaluation.ts'
import { evaluationHtml } from '../evaluate/html-report.ts'
import { evaluateFiles, type FileEvaluation } from '../run/evaluate-files.ts'
import type { EvaluateArguments } from './arguments.ts'
import { writeWhole } from './prepare-output.ts'
import { progressBar } from './progress-bar.ts'
import { readSchema } from './read-schema.ts'
import type { Terminal } from './terminal.ts'

/** Compares a synthetic file with the real one and prints what came out. */
export async function evaluateCommand(
  { real, synthetic, holdout, target, schemaPath, reportPath }: EvaluateArguments,
  { out, error, isWatched, signal }: Terminal,
): Promise<void> {
  const bar = progressBar(error, isWatched)
  const evaluated = await evaluateFiles({
    real,
    synthetic,
    tempDir: tmpdir(),
    signal,
    onProgress: (fraction) => bar.show(fraction, 'comparing'),
    ...(holdout !== undefined && { holdout }),
    ...(target !== undefined && { target }),
    ...(await readSchema(schemaPath)),
  }).finally(bar.clear)
  if (reportPath !== undefined) {
    const isHtml = /\.html$/i.test(reportPath)
    const json = () => `${JSON.stringify(evaluated, null, 2)}\n`
    await writeWhole(reportPath, isHtml ? evaluationHtml(evaluated) : json())
  }
  out(summary(evaluated))
}

function summary({ recordCount, evaluation }: FileEvaluation): string {
  const score = qualityFact(evaluation.summary.syntheticAccuracy)
  const { detection, efficacy, privacy } = evaluation
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  const lines = [
    ['Rows', recordCount.toLocaleString('en')],
    [score.label, `${score.value} ${score.note}`],
    [
      'Told apart from real rows',
      `AUC ${detection.auc.toFixed(2)}, ${detection.interval.low.toFixed(2)} to ${detection.interval.high.toFixed(2)} (0.5 is ideal)`,
    ],
    ['Usefulness for models', efficacy ? percent(efficacy.score) : 'nothing to predict'],
    [
      'Privacy',
      privacy ? privacyLine(privacy.attacks, privacy.outcome) : 'not tested: no --holdout',
    ],
  ]
  return lines.map(([label, value]) => `${label!.padEnd(27)}${value}\n`).join('')
}

function privacyLine(attacks: Attack[], outcome: Outcome): string {
  const failed = attacks.filter((attack) => attack.outcome === 'failed').length
  const worst = Math.max(0, ...attacks.map(({ risk }) => risk.value))
  return `${outcomeLabels[outcome]}: ${failed} of ${attacks.length} attacks succeed beyond chance, largest risk ${(100 * worst).toFixed(1)}%`
}
