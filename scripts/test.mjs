/**
 * `npm test`: everything a fresh clone needs, then every check there is. Runs on any Node from 20 on.
 * `npm test -- FILE…` runs these test files alone, of any kind. `npm run test:changed` runs the unit and
 * component tests that import a changed file, and the browser tests that changed themselves.
 */
import { spawnSync } from 'node:child_process'
import {
  buildEngine,
  buildWeb,
  installPackages,
  provideBrowser,
  root,
  runScript,
  runVitest,
} from './prepare.mjs'

const browserConfig = ['--config', 'e2e/vitest.config.ts']
const exceptLong = ['--tags-filter', '!long', '--exclude', '**/*.long.test.ts']

const args = process.argv.slice(2)
installPackages()
if (args[0] === '--changed') testChanged()
else if (args.length > 0) testFiles(args)
else testAll()

function testAll() {
  provideBrowser()
  runScript('check')
}

function testFiles(names) {
  const journeys = names.filter(isJourney)
  const units = names.filter((name) => !isJourney(name))
  if (names.some((name) => isJourney(name) || name.includes('.component.'))) provideBrowser()
  if (units.length > 0) runVitest(units)
  testJourneys(journeys)
}

function testChanged() {
  provideBrowser()
  runVitest(['--changed', '--passWithNoTests', ...exceptLong])
  testJourneys(changedFiles().filter((name) => isJourney(name) && name.endsWith('.test.ts')))
}

function testJourneys(names) {
  if (names.length === 0) return
  buildWeb()
  buildEngine()
  runVitest([...browserConfig, ...names])
}

function isJourney(name) {
  return /^(\.\/)?e2e\//.test(name)
}

/** Returns the files that differ from the last commit and still exist, new ones included. */
function changedFiles() {
  return [
    ['diff', '--name-only', '--diff-filter=d', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard'],
  ].flatMap((command) => {
    const { stdout } = spawnSync('git', command, { cwd: root, encoding: 'utf8' })
    return stdout.split('\n').filter((name) => name !== '')
  })
}
