import { pairs, readAlike, refuses } from '../../testing/read-sources.ts'
import { zipOf } from '../../testing/source-fixtures.ts'

readAlike([
  [
    'a zip archive',
    zipOf([{ name: 'x/table.csv', content: 'id,city,value\n1,Rome,1.5\n2,,-2\n' }]),
  ],
])

refuses([
  ['not_a_table', 'a broken archive', Buffer.from('504b030414000600', 'hex')],
  ['no_rows', 'an archive without files', zipOf([])],
  [
    'not_a_table',
    'an archive in an archive',
    zipOf([{ name: 'a.zip', content: zipOf([{ name: 'a.csv', content: 'a' }]) }]),
  ],
  ['not_a_table', 'an archive that climbs out', zipOf([{ name: '../a.csv', content: pairs }])],
  [
    'encrypted',
    'an encrypted archive',
    zipOf([{ name: 'a.csv', content: pairs, isEncrypted: true }]),
  ],
  [
    'too_large',
    'an archive that claims 1 GB',
    zipOf([{ name: 'a.csv', content: pairs, claimedBytes: 2 ** 30 }]),
  ],
  [
    'not_a_table',
    'an archive that says less than it holds',
    zipOf([{ name: 'a.csv', content: pairs, claimedBytes: 10 }]),
  ],
  [
    'too_large',
    'an archive of 101 files',
    zipOf(Array.from({ length: 101 }, (_, i) => ({ name: `${i}.csv`, content: pairs }))),
  ],
  [
    'not_a_table',
    'a text document',
    zipOf([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', content: '<x/>' },
    ]),
  ],
])
