/** Finds Go, or installs Debian's package of it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = ['go', '/usr/local/go/bin/go', '/usr/lib/go/bin/go']

/** Returns the path of the command. Throws an Error that says what to do where it cannot be installed. */
export function provideGo(): string {
  const found = findGo()
  if (found) return found
  for (const args of [
    ['update', '-q'],
    ['install', '-qy', '--no-install-recommends', 'golang-go'],
  ])
    spawnSync('apt-get', args, { stdio: 'inherit' })
  const installed = findGo()
  if (!installed)
    throw new Error('Go is missing. Install it (apt-get install golang-go), then run this again.')
  return installed
}

const findGo = () => PLACES.find((place) => (place === 'go' || existsSync(place)) && answers(place))

const answers = (command: string) => spawnSync(command, ['version']).status === 0
