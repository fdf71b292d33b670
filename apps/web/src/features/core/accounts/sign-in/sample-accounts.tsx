const password = 'semblance'

const accounts = [
  { label: 'Client', email: 'client@sample.test' },
  { label: 'Vendor', email: 'seller@sample.test' },
  { label: 'Client admin', email: 'admin@sample.test' },
  { label: 'Vendor admin', email: 'vendor@sample.test' },
  { label: 'Compliance staff', email: 'staff@sample.test' },
]

type SampleAccountsProps = { onChoose: (account: { email: string; password: string }) => void }

/** Lists sample accounts; each fills the form above. */
export function SampleAccounts({ onChoose }: SampleAccountsProps) {
  return (
    <section
      aria-labelledby="sample-accounts"
      className="mt-2 rounded-md border border-brass-line bg-brass-soft p-4"
    >
      <h2 id="sample-accounts" className="font-semibold text-brass-strong text-sm">
        Sample accounts
      </h2>
      <p className="mt-0.5 text-sm">
        Pick one to fill in the form. The password is <span className="mono">{password}</span>.
      </p>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2">
        {accounts.map(({ label, email }) => (
          <li key={email}>
            <button
              type="button"
              onClick={() => onChoose({ email, password })}
              className="block w-full rounded-sm border border-brass-line bg-card px-3 py-2 text-left hover:border-brass-strong"
            >
              <span className="block font-medium text-sm">{label}</span>
              <span className="mono block truncate text-muted-foreground text-xs">{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
