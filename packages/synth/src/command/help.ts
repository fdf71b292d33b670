import type { EngineCommand } from './arguments.ts'

const INPUTS = `INPUT is a CSV, JSON, Parquet or Excel file, a zip of them, or several of these; or the address of a
PostgreSQL-protocol database (postgres://user@host/database) or of Trino
(trino://user@host/catalog/schema), with its tables named by --table. Those are counted where they are:
nothing but counts and a random sample leaves the database, and nothing is written to it; its user needs
select on the tables, and no more. Trino is reached by https unless it is on this machine; its password
or JWT is read from TRINO_PASSWORD or TRINO_TOKEN. Lists of records inside records of JSON or Parquet are
tables of their own, which hang on those they are in.`

const TOPICS: Record<EngineCommand, string> = {
  synthesize: `Usage: semblance synthesize INPUT... --out OUT [options]

Writes a synthetic twin of every table in INPUT.

${INPUTS}

  --out OUT            a file for one table, a directory for several (each is written to OUT/TABLE.csv)
  --rows N             rows to write per table (default: about as many as the original has);
                       tables that hang on others (parent in the schema, or lists) follow those
  --mode MODE          private: differentially private (default)
                       protected: closer to the original, without a formal guarantee
  --epsilon E          privacy budget per table, or of related tables together, above 0 and at most 20
                       (default 3); less is more private
  --delta D            above 0 and at most 0.001 (default: 1e-6, or 1 / (10 rows) if that is less)
  --spent-before R     the .json report (or .semblance model) of an earlier run on the same original, whose
                       cost adds up; repeat it for each of them
  --schema S.yaml      what you declare of the columns; see semblance inspect
  --table NAME         a table of the database, as schema.table; may be repeated
  --report R           a report on the run, .json or .html (opens without a network)
  --model M.semblance  keep what was measured, for semblance sample
  --audience WHO       owner: the whole report, with exact figures that are not private (default)
                       buyer: what may be passed on with the twin
  --dry-run            only say what the run would take and reach
  --threads N          threads (default 2)
  --memory MB          memory before the disk is used (default 384)

Examples:
  semblance synthesize patients.csv --out twin.csv
  semblance synthesize patients.csv --out twin.csv --epsilon 1 --schema patients.yaml --report report.html
  semblance synthesize shop.xlsx --out twins/
  semblance synthesize customers.csv orders.csv --out twins/ --schema shop.yaml
  semblance synthesize customers-with-orders.json --out twins/
  semblance synthesize patients.csv --out second.csv --spent-before report.json --report second.json
  semblance synthesize postgres://reader@db/shop --table public.orders --out orders.csv
  semblance synthesize trino://reader@lake/hive/shop --table orders --out orders.csv
`,
  measure: `Usage: semblance measure INPUT... --out M.semblance [options]

Measures every table in INPUT and writes all that a twin is drawn from. That costs privacy, once: whatever
semblance sample makes of the file costs none. It makes no twin and no report, and spends only what
measuring takes of the budget.

${INPUTS}

  --out M.semblance    the file
  --mode, --epsilon, --delta, --schema, --table, --threads, --memory: as for semblance synthesize

A model of private mode may be passed on like a twin. One of protected mode has no formal guarantee, and
holds more than one twin shows: keep it.

Example:
  semblance measure patients.csv --out patients.semblance --epsilon 1
`,
  sample: `Usage: semblance sample M.semblance --out OUT [options]

Draws twins from a model, without the original and at no further cost of privacy.

  --out OUT            a file for one table, a directory for several
  --rows N             rows to write per table (default: about as many as the original has)
  --seed N             draws the same rows again, with the same version of the engine
  --where CONDITION    writes only rows that meet it: COLUMN=VALUE, COLUMN>=VALUE or COLUMN<=VALUE; repeat
                       it for several. COLUMN= means a missing value. For a table that stands alone

Examples:
  semblance sample patients.semblance --out twin.csv --seed 7
  semblance sample claims.semblance --out fraud.csv --rows 5000 --where status=fraud --where 'amount>=1000'
`,
  inspect: `Usage: semblance inspect INPUT... [--schema S.yaml] [--table NAME] > SCHEMA.yaml

Prints what the engine takes each column for and why, in the form of a schema file, read exactly from the
data and meant for its owner. Correct it and pass it to semblance synthesize --schema: what you declare
there counts as public, costs no privacy budget and makes the twin better. What you leave out is decided by
noisy votes. Rules that some rows break are written as comments, with the number of those rows.

${INPUTS}

Examples:
  semblance inspect patients.csv > patients.yaml
  semblance inspect postgres://reader@db/shop --table public.orders
`,
  evaluate: `Usage: semblance evaluate REAL SYNTHETIC [--holdout HELD] [options]
       semblance evaluate --against-model M.semblance TWIN... [--report R.json]

Compares a synthetic file with the real one: likeness of columns, pairs and triples, how well models tell
them apart and learn from them, and, with rows of the same source that the synthetic file was not made
from, attacks on its privacy. The figures are exact and therefore not private themselves.

  --holdout HELD       real rows that the synthetic file was not made from
  --target COLUMN      the column that models should predict (default: chosen)
  --schema S.yaml      what you declare of the real file's columns
  --report R           all of it, .json or .html (opens without a network)

With --against-model, twins are compared with what was measured of their originals: without these, and at no
cost of privacy. TWIN is a file, or several, with every table of the model. The noise of the model is taken
out of the figures; where it hides them, the command says so. Attacks on privacy need the original.

Examples:
  semblance evaluate train.csv twin.csv --holdout held-out.csv --report evaluation.html
  semblance evaluate --against-model patients.semblance twin.csv
`,
}

/** Returns help on a command. */
export const helpOn = (topic: EngineCommand): string => TOPICS[topic]
