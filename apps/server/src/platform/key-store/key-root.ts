import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'

/** Returns KEY_DIR, by default `.keys` next to the data directory. */
export const keyRootOf = ({ keyDir, dataDir }: Pick<Config, 'keyDir' | 'dataDir'>): string =>
  keyDir ?? join(dirname(dataDir), '.keys')
